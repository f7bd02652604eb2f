import type { JsonObject } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { describe, expect, it } from "vitest";
import { type CrdKind, kindsOf } from "../definitions/read-kinds.ts";
import { toEditorSchema } from "../schema/to-editor-schema.ts";
import { explainField } from "./explain-field.ts";

const CRD = parseYaml(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.org
  names: {kind: Oven, plural: ovens, shortNames: [ov]}
  versions:
  - name: v1beta1
  - name: v1
    schema:
      openAPIV3Schema:
        type: object
        description: Bakes. Well.
        required: [spec]
        properties:
          spec:
            type: object
            x-kubernetes-unions:
            - discriminator: fuel
              fields-to-discriminateBy: {gas: Gas, wood: wood}
            properties:
              fuel: {type: string, enum: [Gas, wood], x-kubernetes-mutability: Immutable, description: What burns.}
              gas: {type: object}
              wood: {type: object, x-kubernetes-preserve-unknown-fields: true}
              racks:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  properties:
                    name: {type: string, default: a}
                    width: {x-kubernetes-int-or-string: true, nullable: true}
              heat: {type: number, maximum: 3, exclusiveMaximum: true}
`).value as JsonObject;
const [oven] = kindsOf(CRD) as [CrdKind];

describe("kindsOf()", () => {
  it("gives the newest version first, and every word for it", () => {
    expect(kindsOf(CRD).map(({ version }) => version)).toEqual(["v1", "v1beta1"]);
    expect(oven.words).toEqual(["oven", "ovens", "ov"]);
  });

  it("knows the marks that an annotation carries", () => {
    const marks = {
      v1: { properties: { spec: { properties: { heat: { "x-kubernetes-mutability": "Immutable" } } } } },
    };
    const [annotated] = kindsOf({ ...CRD, metadata: { annotations: { "kiln/marks": JSON.stringify(marks) } } });
    expect(annotated?.schema.properties?.get("spec")?.properties?.get("heat")?.mutability).toBe("Immutable");
  });
});

describe("explainField()", () => {
  it("shows a kind", () => {
    expect(explainField(oven, [])).toBe(
      "KIND:     Oven\nVERSION:  example.org/v1\n\nDESCRIPTION:\n  Bakes. Well.\n\nFIELDS:\n  spec\t<Object> -required-\n" +
        "    [union: at most one of gas (Gas), wood; fuel says which]\n\n",
    );
  });

  it.each<[string, RegExp]>([
    ["spec.fuel", /FIELD: {4}spec\.fuel <string>\n\nMARKS:\n {2}Immutable: may not change\n {2}one of "Gas", "wood"\n/],
    ["spec.racks", /<\[\]Object>\n\nMARKS:\n {2}list type map by name\n[\s\S]* {2}width\t<IntOrString>\n/],
    ["spec.racks.name", /MARKS:\n {2}default "a"\n\nDESCRIPTION:\n {2}<empty>\n$/],
  ])("shows %s with its marks", (field, expected) => {
    expect(explainField(oven, field.split("."))).toMatch(expected);
  });

  it("helps with a misspelt name", () => {
    expect(() => explainField(oven, ["spec", "fule"])).toThrow('Oven.spec has no field "fule"');
    expect(() => explainField(oven, ["spec", "heats"])).toThrow('did you mean "heat"?');
  });
});

describe("toEditorSchema()", () => {
  const schema = toEditorSchema(oven) as { properties: Record<string, JsonObject> } & JsonObject;
  const spec = schema.properties.spec as { properties: Record<string, JsonObject> } & JsonObject;

  it("forbids what would be pruned, and nothing else", () => {
    expect([schema.additionalProperties, spec.additionalProperties]).toEqual([false, false]);
    expect(spec.properties.wood?.additionalProperties).toBeUndefined();
    expect(schema.required).toEqual(["apiVersion", "kind", "spec"]);
    expect(schema.properties.kind).toEqual({ type: "string", enum: ["Oven"] });
  });

  it("carries marks in hover texts", () => {
    expect(spec.properties.fuel).toMatchObject({
      description: 'What burns.\n\n- Immutable: may not change\n- one of "Gas", "wood"',
      markdownDescription: 'What burns.\n\n- **Immutable**: may not change\n- one of "Gas", "wood"',
    });
  });

  it("speaks the dialect of editors", () => {
    expect(spec.properties.heat).toMatchObject({ exclusiveMaximum: 3 });
    expect(spec.properties.racks).toMatchObject({
      items: { properties: { width: { type: ["integer", "string", "null"] } } },
    });
  });
});
