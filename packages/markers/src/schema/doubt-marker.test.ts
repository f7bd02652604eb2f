import { describe, expect, it } from "vitest";
import { generateGo, generateTs } from "../testing/read-sources.ts";

const TRUNK = `
// +groupName=example.org
type Oven struct {
	metav1.TypeMeta \`json:",inline"\`
	metav1.ObjectMeta \`json:"metadata"\`
	Spec Spec \`json:"spec"\`
}
`;

function faultsOfField(comment: string, field = 'A *string `json:"a,omitempty"`'): readonly string[] {
  const source = `${TRUNK}
type Spec struct {
	${comment}
	${field}
}
`;
  return generateGo(source).faults.filter((fault) => !fault.includes("metav1"));
}

describe("a marker that looks like one of marks and unions", () => {
  it.each([
    ["+immutable:AddOnly", "+immutable=AddOnly"],
    ["+immutable AddOnly", "+immutable=AddOnly"],
    ["+Immutable", "+immutable"],
    ["+imutable", "+immutable"],
    ["+imutable:RemoveOnly", "+immutable=RemoveOnly"],
    ["+immutable-keys:AddOnly", "+immutable-keys=AddOnly"],
    ["+immutableKeys", "+immutable-keys"],
    ["+unionMember:two", "+unionMember=two"],
    ["+unionmember", "+unionMember"],
    ["+unionDeprectaed", "+unionDeprecated"],
    ["+unionDiscriminater", "+unionDiscriminator"],
    ["+kubebuilder:validation:Immutable", "+immutable"],
    ["+kubebuilder:immutable", "+immutable"],
    ["+k8s:unionMembr", "+k8s:unionMember"],
  ])("is an error with its line and the right one: %s", (written, meant) => {
    const faults = faultsOfField(`// ${written}`);
    expect(faults).toContainEqual(expect.stringMatching(/^error \d+:\d+ \+.* is not understood; did you mean \+.*\?$/));
    expect(faults.join("\n")).toContain(`did you mean ${meant}?`);
  });

  it("is an error in JSDoc as well", () => {
    const source = `/** @groupName example.org */
export interface Oven { apiVersion: string; kind: string; metadata: object; spec: Spec }
export interface Spec {
  /** @imutable */
  a?: string;
}`;
    expect(generateTs(source).faults).toContainEqual("error 4:3 +imutable is not understood; did you mean +immutable?");
  });

  it("has no value where it takes none", () => {
    expect(faultsOfField("// +k8s:immutable=AddOnly").join()).toContain('has a value, "AddOnly", and takes none');
  });

  it.each([
    ["behind the field", "", 'A *string `json:"a,omitempty"` // +immutable'],
    ["above nothing", "// +immutable\n\n\n\t// A is a field.", 'A *string `json:"a,omitempty"`'],
  ])("is an error %s", (_, comment, field) => {
    expect(faultsOfField(comment, field).join()).toContain(
      "+immutable is read only in the comment above a type or a field: move it there",
    );
  });
});

describe("markers of other tools", () => {
  it.each([
    "+k8s:immutable",
    "+kubebuilder:validation:XValidation:rule=\"self != ''\"",
    "+optional",
    "+genclient",
    "+k8s:deepcopy-gen=true",
    "+kubebuilder:rbac:groups=apps,verbs=get",
    "+nonsense",
  ])("are read, or belong to another tool: %s", (written) => {
    expect(faultsOfField(`// ${written}`)).toEqual([]);
  });

  it.each(["+k8s:maxItems=3", "+k8s:eachVal=+k8s:minimum=1", "+kubebuilder:validation:Fancy=1"])(
    "are named if they say something of a schema that is not known: %s",
    (written) => {
      expect(faultsOfField(`// ${written}`).join()).toMatch(/^warning .* left alone/);
    },
  );
});

describe("+unionDeprecated", () => {
  it.each([
    ["a field without a pointer", 'A string `json:"a,omitempty"`', "must be a pointer"],
    ["a field without omitempty", 'A *string `json:"a"`', "must have omitempty"],
    ["a field without both", 'A string `json:"a"`', "must be a pointer with omitempty"],
  ])("refuses %s", (_, field, why) => {
    const faults = faultsOfField("// +unionDeprecated\n\t// +optional", field);
    expect(faults.filter((fault) => fault.startsWith("error")).join()).toContain(why);
  });

  it("takes a pointer with omitempty", () => {
    expect(faultsOfField("// +unionDeprecated\n\t// +optional")).toEqual([]);
  });
});
