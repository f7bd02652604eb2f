import { asObject, type JsonObject } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { describe, expect, it } from "vitest";
import { childFields, type FormField, initialValue, parseTyped, rootFields } from "./form-field.ts";

const schema = asObject(
  parseYaml(`
type: object
properties:
  apiVersion: {type: string}
  kind: {type: string}
  metadata: {allOf: [{$ref: meta}]}
  status: {type: object}
  spec:
    type: object
    required: [volume]
    x-kubernetes-validations:
    - {rule: self.zone == oldSelf.zone, message: the zone stays}
    properties:
      volume: {type: string, x-kubernetes-mutability: Immutable, description: Name of the volume}
      host: {type: string, x-kubernetes-mutability: AddOnly}
      note: {type: string, x-kubernetes-mutability: RemoveOnly}
      zone: {type: string}
      class:
        type: string
        enum: [fast, slow]
        x-kubernetes-validations:
        - {rule: "self == oldSelf"}
      keep: {type: integer, default: 7}
      storage:
        type: object
        x-kubernetes-mutability: Immutable
        properties: {size: {type: string}}
      users:
        type: array
        x-kubernetes-key-mutability: AddOnly
        items: {type: object, properties: {name: {type: string}}}
      labels: {type: object, additionalProperties: {type: string}}
      port: {x-kubernetes-int-or-string: true}
      anything: {x-kubernetes-preserve-unknown-fields: true}
      resources: {default: {}, allOf: [{$ref: quantity}]}
`).value,
);

const references: Readonly<Record<string, JsonObject>> = {
  meta: {
    type: "object",
    properties: {
      name: { type: "string" },
      uid: { type: "string" },
      labels: { additionalProperties: { type: "string" } },
    },
  },
  quantity: { type: "object", description: "Amounts", additionalProperties: { type: "string" } },
};
const source = { root: schema, resolve: (reference: string) => references[reference] };

const stored = asObject(
  parseYaml(`
metadata: {name: orders}
spec: {volume: data, zone: a, class: fast, storage: {size: 1Gi}, users: [{name: alice}], labels: {a: b}}
`).value,
);

function fieldsOf(value: JsonObject, old: JsonObject | undefined): Map<string, FormField> {
  const form = { source, value, stored: old };
  const found = new Map<string, FormField>();
  const visit = (fields: readonly FormField[]) => {
    for (const field of fields) {
      found.set(field.printed, field);
      visit(childFields(form, field));
    }
  };
  visit(rootFields(form));
  return found;
}

describe("rootFields() and childFields()", () => {
  it.each([
    ["spec.volume", "Immutable: stays as it was set"],
    ["spec.host", undefined],
    ["spec.note", "Remove-only: cannot be set later"],
    ["spec.zone", "Immutable by a rule: the zone stays"],
    ["spec.class", "Immutable by a rule: self == oldSelf"],
    ["spec.keep", undefined],
    ["spec.storage", "Immutable: stays as it was set"],
    ["spec.storage.size", "Immutable: stays as it was set"],
    ["spec.users", undefined],
  ])("lock %s of a stored object with its reason", (path, reason) => {
    expect(fieldsOf(stored, stored).get(path)?.lock?.reason).toBe(reason);
  });

  it("lock nothing of a new object", () => {
    const fields = [...fieldsOf(stored, undefined).values()];
    expect(fields.filter(({ lock }) => lock !== undefined)).toEqual([]);
  });

  it("let stored entries of an add-only list stay, and new ones come", () => {
    const { keys } = fieldsOf(stored, stored).get("spec.users") as FormField;
    expect(keys).toMatchObject({ mayAdd: true, mayRemove: false });
  });

  it("mark defaults, required fields and the control of each type", () => {
    const fields = fieldsOf(stored, stored);
    expect(fields.get("spec.keep")).toMatchObject({ value: undefined, default: 7, control: "number" });
    expect(fields.get("spec.volume")).toMatchObject({ isRequired: true, description: "Name of the volume" });
    expect(fields.get("spec.class")).toMatchObject({ control: "options", options: ["fast", "slow"] });
    expect(fields.get("spec.labels")?.control).toBe("map");
    expect(fields.get("spec.labels.a")).toMatchObject({ control: "text", value: "b" });
    expect(fields.get("spec.users[0].name")).toMatchObject({ value: "alice" });
    expect(fields.get("spec.port")?.control).toBe("text");
    expect(fields.get("spec.anything")?.control).toBe("yaml");
    expect(fields.get("spec.resources")).toMatchObject({ control: "map", default: undefined, description: "Amounts" });
  });

  it("leave out what the server sets", () => {
    const names = [...fieldsOf(stored, stored).keys()];
    expect(names).not.toContain("status");
    expect(names).not.toContain("metadata.uid");
    expect(names).not.toContain("metadata.name");
    expect([...fieldsOf(stored, undefined).keys()]).toContain("metadata.name");
  });

  it("show fields that are set or required first", () => {
    const spec = rootFields({ source, value: stored, stored }).find(({ name }) => name === "spec") as FormField;
    const names = childFields({ source, value: stored, stored }, spec).map(({ name }) => name);
    expect(names.slice(0, 6)).toEqual(["volume", "zone", "class", "storage", "users", "labels"]);
  });
});

describe("parseTyped()", () => {
  it.each([
    ["number", {}, "12", 12],
    ["number", {}, "9007199254740993", 9007199254740993n],
    ["number", {}, "x", undefined],
    ["text", {}, "12", "12"],
    ["text", { "x-kubernetes-int-or-string": true }, "80", 80],
    ["text", { "x-kubernetes-int-or-string": true }, "http", "http"],
  ] as const)("reads %s %j %j as %s", (control, fieldSchema, text, value) => {
    expect(parseTyped({ control, schema: fieldSchema }, text)).toBe(value);
  });
});

describe("initialValue()", () => {
  it("is the default, or the emptiest that fits", () => {
    expect(initialValue({ control: "number", default: 7, options: [] })).toBe(7);
    expect(initialValue({ control: "options", default: undefined, options: ["a", "b"] })).toBe("a");
    expect(initialValue({ control: "list", default: undefined, options: [] })).toEqual([]);
  });
});
