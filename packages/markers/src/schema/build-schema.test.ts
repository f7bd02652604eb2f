import { parseYaml } from "@kiln/api/yaml";
import { describe, expect, it } from "vitest";
import { generateGo } from "../testing/read-sources.ts";

const yaml = (text: string) => parseYaml(text).value;

/** Schema of the field `F` in a struct. */
function field(source: string, more = "") {
  const { schemaOf, faults } = generateGo(`type T struct {\n${source}\n}\n${more}`);
  const { properties, required } = schemaOf("T") as { properties: { f?: unknown }; required?: string[] };
  return { schema: properties.f, isRequired: required?.includes("f") === true, faults };
}

const UNTYPED =
  "error 3:1 an interface says nothing of its JSON; use apiextensionsv1.JSON or runtime.RawExtension, or say all by " +
  "markers with +kubebuilder:validation:Schemaless";

describe("Markers on a field", () => {
  it.each([
    ['F string `json:"f"`', "{type: string}"],
    [
      '// Says what it is.\n// TODO say more\n// +optional\nF *int32 `json:"f"`',
      "{type: integer, format: int32, description: Says what it is.}",
    ],
    ['F []byte `json:"f"`', "{type: string, format: byte}"],
    [
      'F map[string][]int64 `json:"f"`',
      "{type: object, additionalProperties: {type: array, items: {type: integer, format: int64}}}",
    ],
    [
      '// +kubebuilder:validation:Minimum=1\n// +kubebuilder:validation:ExclusiveMaximum\n// +kubebuilder:validation:Maximum=10\nF int `json:"f"`',
      "{type: integer, minimum: 1, maximum: 10, exclusiveMaximum: true}",
    ],
    ['// +kubebuilder:validation:Enum=A;B;"c d"\nF string `json:"f"`', "{type: string, enum: [A, B, c d]}"],
    ['// +kubebuilder:validation:Pattern=`^a\\.b$`\nF string `json:"f"`', "{type: string, pattern: '^a\\.b$'}"],
    ['// +kubebuilder:default=5\nF int `json:"f"`', "{type: integer, default: 5}"],
    ['// +kubebuilder:default:="5"\nF string `json:"f"`', "{type: string, default: '5'}"],
    [
      '// +kubebuilder:default={a: 1, b: {c,d}}\nF map[string]string `json:"f"`',
      "{type: object, additionalProperties: {type: string}, default: {a: 1, b: [c, d]}}",
    ],
    ['// +kubebuilder:default={}\nF []string `json:"f"`', "{type: array, items: {type: string}, default: []}"],
    [
      '// +listType=map\n// +listMapKey=a\n// +listMapKey=b\nF []E `json:"f"`',
      "{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a, b], items: {type: object, properties: {}}}",
    ],
    [
      '// +kubebuilder:validation:items:MaxLength=3\nF []string `json:"f"`',
      "{type: array, items: {type: string, maxLength: 3}}",
    ],
    [
      '// +nullable\n// +kubebuilder:pruning:PreserveUnknownFields\n// +kubebuilder:validation:EmbeddedResource\nF E `json:"f"`',
      "{type: object, properties: {}, nullable: true, x-kubernetes-preserve-unknown-fields: true, x-kubernetes-embedded-resource: true}",
    ],
    [
      '// +kubebuilder:validation:XValidation:rule="self > 1, really",message="too \\"small\\""\nF int `json:"f"`',
      "{type: integer, x-kubernetes-validations: [{rule: 'self > 1, really', message: 'too \"small\"'}]}",
    ],
    ['// +immutable\nF string `json:"f"`', "{type: string, x-kubernetes-mutability: Immutable}"],
    ['// +immutable=AddOnly\nF E `json:"f"`', "{type: object, properties: {}, x-kubernetes-mutability: AddOnly}"],
    [
      '// +k8s:immutable\nF []string `json:"f"`',
      "{type: array, items: {type: string}, x-kubernetes-mutability: Immutable}",
    ],
    [
      '// +immutable-keys\nF map[string]string `json:"f"`',
      "{type: object, additionalProperties: {type: string}, x-kubernetes-key-mutability: Immutable}",
    ],
    [
      '// +immutable-keys=RemoveOnly\nF []string `json:"f"`',
      "{type: array, items: {type: string}, x-kubernetes-key-mutability: RemoveOnly}",
    ],
  ])("%s make a schema", (source, expected) => {
    const { schema, faults } = field(source, "type E struct{}");
    expect(faults).toEqual([]);
    expect(schema).toEqual(yaml(expected));
  });

  it.each([
    [
      '// +kubebuilder:validation:Minimum=1\nF string `json:"f"`',
      "error 3:1 +kubebuilder:validation:Minimum is for numbers, and this is string",
    ],
    [
      '// +kubebuilder:validation:MaxLength=x\nF string `json:"f"`',
      'error 3:1 +kubebuilder:validation:MaxLength expected a number, found "x"',
    ],
    [
      '// +immutable=Never\nF string `json:"f"`',
      'error 3:1 +immutable must be one of Immutable, AddOnly, RemoveOnly, not "Never"',
    ],
    ['// +immutable-keys\nF string `json:"f"`', "error 3:1 +immutable-keys is for lists and maps, and this is string"],
    [
      '// +immutable-keys\nF E `json:"f"`\n}\ntype E struct {',
      "error 3:1 +immutable-keys is for lists and maps, and this is a struct: mark its fields",
    ],
    [
      '// +immutable=AddOnly\nF []string `json:"f"`',
      "error 3:1 +immutable=AddOnly is not for lists and maps: say +immutable-keys=AddOnly",
    ],
    [
      '// +immutable=RemoveOnly\nF M `json:"f"`\n}\ntype M map[string]string\ntype E struct {',
      "error 3:1 +immutable=RemoveOnly is not for lists and maps: say +immutable-keys=RemoveOnly",
    ],
    ['// +imutable\nF string `json:"f"`', "error 3:1 +imutable is not understood; did you mean +immutable?"],
    [
      '// +kubebuilder:validation:Minimun=1\nF int `json:"f"`',
      "warning 3:1 +kubebuilder:validation:Minimun is unknown; did you mean +kubebuilder:validation:Minimum?",
    ],
    [
      '// +kubebuilder:validation:Something\nF int `json:"f"`',
      "warning 3:1 +kubebuilder:validation:Something is unknown and left alone",
    ],
    ['// +listMapKey=a\nF []string `json:"f"`', "error 3:1 +listMapKey is for lists with +listType=map"],
    ['F interface{} `json:"f"`', UNTYPED],
    ['F any `json:"f"`', UNTYPED],
    ['F chan int `json:"f"`', "error 3:1 chan types have no JSON; use another"],
    ['F other.Type `json:"f"`', "error 3:1 other.Type is unknown: nothing imported is called other"],
    ['F Missing `json:"f"`', "error 3:1 there is no type Missing in package v1"],
    ['F T `json:"f"`', "error 2:6 T contains itself, which no schema of a CRD can say; use preserve-unknown-fields"],
  ])("%s are refused with their place", (source, fault) => {
    expect(field(source).faults).toEqual([fault]);
  });

  it.each([
    ['F string `json:"f"`', true],
    ['F string `json:"f,omitempty"`', false],
    ['// +optional\nF string `json:"f"`', false],
    ['// +required\nF string `json:"f,omitempty"`', true],
    ['// +kubebuilder:validation:Required\n// +optional\nF string `json:"f,omitempty"`', true],
  ])("%s: required is %s", (source, isRequired) => {
    expect(field(source).isRequired).toBe(isRequired);
  });

  it("stand beside those of the field's type", () => {
    const more = "// +kubebuilder:validation:MaxLength=9\n// +kubebuilder:validation:Pattern=`a`\ntype Name string";
    const { schema } = field(
      '// +kubebuilder:validation:MaxLength=5\n// +kubebuilder:validation:MinLength=2\nF Name `json:"f"`',
      more,
    );
    expect(schema).toEqual({ type: "string", pattern: "a", minLength: 2, allOf: [{ maxLength: 9 }, { maxLength: 5 }] });
  });

  it("of a type that writes its own JSON are all there is to know", () => {
    const more =
      'type Text struct{ A int `json:"a"` }\nfunc (t Text) MarshalText() ([]byte, error) { return nil, nil }';
    expect(field('F Text `json:"f"`', more).schema).toEqual({ type: "string" });
  });

  it("are all there is to know of a field without a schema of its type", () => {
    const markers = "// +kubebuilder:validation:Schemaless\n// +kubebuilder:pruning:PreserveUnknownFields\n";
    const { schema, faults } = field(`${markers}F any \`json:"f"\``);
    expect([schema, faults]).toEqual([{ "x-kubernetes-preserve-unknown-fields": true }, []]);
  });

  it("of an inlined map are those of the struct", () => {
    const { schemaOf } = generateGo('type T struct {\n Pairs map[string]int32 `json:",inline"`\n}');
    expect(schemaOf("T")).toEqual({ type: "object", additionalProperties: { type: "integer", format: "int32" } });
  });

  it("leave out what JSON leaves out", () => {
    const { schemaOf } = generateGo(
      'type T struct {\n hidden int\n A int `json:"-"`\n F func(a int) (int, error) `json:"-"`\n C <-chan struct{} `json:"-"`\n B int `json:"b"`\n}',
    );
    expect(Object.keys(schemaOf("T").properties as object)).toEqual(["b"]);
  });
});
