import { parseYaml } from "@kiln/api/yaml";
import { describe, expect, it } from "vitest";
import { generateGo, generateTs } from "../testing/read-sources.ts";

const yaml = (text: string) => parseYaml(text).value;

/** The samples of the proposal, KEP-1027. */
const SAMPLES = `
// This will have one embedded union.
type TopLevelUnion struct {
	Name string \`json:"name"\`

	Union \`json:",inline"\`
}

// This will generate one union, with two fields and a discriminator.
// +union
type Union struct {
	// +unionDiscriminator
	// +optional
	UnionType string \`json:"unionType"\`

	// +optional
	FieldA int \`json:"fieldA"\`
    // +optional
	FieldB int \`json:"fieldB"\`
}

// This also generates one union, with two fields and on discriminator.
type Union2 struct {
	// +unionDiscriminator
	Type string \`json:"type"\`
	// +unionDeprecated
    // +optional
	Alpha int \`json:"alpha"\`
	// +unionDeprecated
    // +optional
	Beta int \`json:"beta"\`
}

// This has 3 embedded unions:
// One for the fields that are directly embedded, one for Union, and one for Union2.
type InlinedUnion struct {
	Name string \`json:"name"\`

	// +unionDeprecated
	// +optional
	Field1 *int \`json:"field1,omitempty"\`
	// +unionDeprecated
	// +optional
	Field2 *int \`json:"field2,omitempty"\`

	Union  \`json:",inline"\`
	Union2 \`json:",inline"\`
}
`;

const UNION = "{discriminator: unionType, fields-to-discriminateBy: {fieldA: FieldA, fieldB: FieldB}}";
const UNION2 = "{discriminator: type, fields-to-discriminateBy: {alpha: Alpha, beta: Beta}}";
const DIRECT = "{fields-to-discriminateBy: {field1: Field1, field2: Field2}}";

describe("The proposal's samples", () => {
  const { schemaOf, faults } = generateGo(SAMPLES);

  it.each([
    ["TopLevelUnion", `[${UNION}]`],
    ["Union", `[${UNION}]`],
    ["Union2", `[${UNION2}]`],
    ["InlinedUnion", `[${DIRECT}, ${UNION}, ${UNION2}]`],
  ])("%s has the unions it says", (name, unions) => {
    expect(schemaOf(name)["x-kubernetes-unions"]).toEqual(yaml(unions));
  });

  it("make whole schemas", () => {
    expect(schemaOf("TopLevelUnion")).toEqual(
      yaml(`
type: object
description: This will have one embedded union.
required: [name]
properties:
  name: {type: string}
  unionType: {type: string}
  fieldA: {type: integer}
  fieldB: {type: integer}
x-kubernetes-unions:
- ${UNION}`),
    );
  });

  it("are advised to have pointers, and must have them with +unionDeprecated", () => {
    expect(faults).toEqual([
      "warning 18:2 FieldA is a member of a union and should be a pointer with omitempty, so that unset differs from empty",
      "warning 20:2 FieldB is a member of a union and should be a pointer with omitempty, so that unset differs from empty",
      "error 29:2 Alpha is a member of a union and must be a pointer with omitempty, so that unset differs from empty",
      "error 32:2 Beta is a member of a union and must be a pointer with omitempty, so that unset differs from empty",
    ]);
  });
});

describe("The rules of unions in Go", () => {
  it.each([
    ['// +unionDeprecated\nA *int `json:"a"`', "error 4:1 A is a member of a union and must be optional"],
    [
      '// +unionDeprecated\n// +required\nA *int `json:"a,omitempty"`',
      "error 5:1 A is a member of a union and must be optional",
    ],
    [
      '// +unionDiscriminator\nD int `json:"d"`\n// +unionDeprecated\nA *int `json:"a,omitempty"`',
      "error 4:1 D is a discriminator and must be a string",
    ],
    [
      '// +unionDiscriminator\nD string `json:"d"`\n// +unionDiscriminator\nE string `json:"e"`\n// +unionDeprecated\nA *int `json:"a,omitempty"`',
      "error 6:1 E is a second discriminator: a struct has one",
    ],
    [
      '// +unionDeprecated\nO `json:",inline"`',
      "error 4:1 O is embedded and cannot be a member: all fields of a union stand in one struct",
    ],
  ])("%s breaks one", (fields, fault) => {
    const { faults } = generateGo(`type T struct {\n${fields}\n}\ntype O struct{}`);
    expect(faults[0]).toContain(fault);
  });

  it("ask for no pointer where there is a list or a map", () => {
    const { faults } = generateGo(
      '// +union\ntype T struct {\nA []string `json:"a,omitempty"`\nB M `json:"b,omitempty"`\n}\ntype M map[string]int',
    );
    expect(faults).toEqual([]);
  });

  it("let newer markers name unions and values", () => {
    const { schemaOf } = generateGo(
      'type T struct {\n// +k8s:unionDiscriminator(union: "u")\nD string `json:"d"`\n' +
        '// +k8s:unionMember(union: "u", memberName: "AA")\nA *int `json:"a,omitempty"`\n' +
        '// +k8s:unionMember={"union": "w"}\nB *int `json:"b,omitempty"`\n}',
    );
    expect(schemaOf("T")["x-kubernetes-unions"]).toEqual([
      { discriminator: "d", "fields-to-discriminateBy": { a: "AA" } },
      { "fields-to-discriminateBy": { b: "B" } },
    ]);
  });
});

describe("Unions in TypeScript", () => {
  it.each([
    [
      "/** @union */\nexport interface T {\n  /** @unionDiscriminator */\n  type?: string;\n  fieldA?: string;\n  fieldB?: string;\n}",
      "{discriminator: type, fields-to-discriminateBy: {fieldA: FieldA, fieldB: FieldB}}",
    ],
    [
      "export interface T {\n  /** @unionMember one */\n  a?: string;\n  /** @unionMember */\n  b?: string;\n  c: string;\n}",
      "{fields-to-discriminateBy: {a: one, b: B}}",
    ],
    [
      'export type T = { type: "Recreate" } | { type: "Rolling"; rollingUpdate: Update };\ninterface Update { max: int32 }',
      "{discriminator: type, fields-to-discriminateBy: {rollingUpdate: Rolling}}",
    ],
    ["export type T = { a: string } | { b: string };", "{fields-to-discriminateBy: {a: A, b: B}}"],
  ])("%s is a union", (source, union) => {
    const { schemaOf, faults } = generateTs(source);
    expect(faults).toEqual([]);
    expect(schemaOf("T")["x-kubernetes-unions"]).toEqual([yaml(union)]);
  });

  it("of objects are one object with optional members", () => {
    const { schemaOf } = generateTs(
      'export type T = { kind: "A"; a: string; x: boolean } | { kind: "B"; b: number; x: boolean };',
    );
    expect(schemaOf("T")).toMatchObject({
      properties: { kind: { type: "string", enum: ["A", "B"] }, a: { type: "string" }, b: { type: "number" } },
      required: ["kind", "x"],
    });
  });

  it("cannot have variants with several fields of their own", () => {
    const { faults } = generateTs('export type T = { kind: "A"; a: string; b: string } | { kind: "B" };');
    expect(faults).toEqual([expect.stringContaining("at most one field of its own")]);
  });
});
