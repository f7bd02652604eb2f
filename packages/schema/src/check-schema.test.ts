import { fieldPath, type JsonObject, type JsonValue, printFieldError, required } from "@kiln/api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CheckSchemaOptions } from "./check-options.ts";
import { checkSchema } from "./check-schema.ts";
import { printGoSchema } from "./go/print-go-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import { keywords } from "./keywords/index.ts";
import { parseJsonSchema } from "./parse-schema.ts";

function parse(schema: JsonObject): JsonSchema {
  return parseJsonSchema(schema).schema;
}

function errorsOf(schema: JsonObject, options: CheckSchemaOptions = {}): string[] {
  return checkSchema(parse(schema), options).map(printFieldError);
}

function field(a: JsonObject): JsonObject {
  return { type: "object", properties: { a } };
}

const untyped = field({});
const UNTYPED = "properties[a].type: Required value: must not be empty for specified object fields";

describe("checkSchema()", () => {
  it("puts the path of the schema before every field", () => {
    const path = fieldPath("spec", "validation", "openAPIV3Schema");
    expect(errorsOf({ ...untyped, nullable: true, "x-kubernetes-mutability": "x" }, { path })).toEqual([
      "spec.validation.openAPIV3Schema.nullable: Forbidden: nullable cannot be true at the root",
      `spec.validation.openAPIV3Schema.${UNTYPED}`,
      "spec.validation.openAPIV3Schema.x-kubernetes-mutability: Forbidden: must not be used at the root",
    ]);
  });

  it("says why a schema cannot be structural only if nothing else is wrong", () => {
    const text = "<nil>: Invalid value: \"\": OpenAPIV3Schema 'schema' is not supported";
    expect(errorsOf({ type: "object", $schema: "s" })).toEqual([text]);
    expect(errorsOf(field({ type: "string", $schema: "s" }))).toEqual([text]);
    expect(errorsOf({ type: "object", $schema: "s", id: "i" })).toEqual(["id: Forbidden: id is not supported"]);
  });

  describe("in v1beta1", () => {
    const beta = { crdVersion: "v1beta1", preserveUnknownFields: true } as const;
    const NO_DEFAULT =
      "properties[a].default: Forbidden: must not be set (cannot set default values in apiextensions.k8s.io/v1beta1 CRDs, must use apiextensions.k8s.io/v1)";

    const structural: readonly (readonly [title: string, schema: JsonObject, options: CheckSchemaOptions])[] = [
      ["fields are pruned", untyped, { ...beta, preserveUnknownFields: false }],
      ["an extension is used", { ...untyped, "x-kubernetes-preserve-unknown-fields": true }, beta],
      ["another version uses one", untyped, { ...beta, schemas: [parse(untyped), { preserveUnknownFields: true }] }],
      ["marks are in use", untyped, { ...beta, schemas: [parse(untyped), { mutability: "Immutable" }] }],
      ["unions are in use", untyped, { ...beta, schemas: [parse(untyped), { unions: [] }] }],
      ["defaults are in use", field({ default: 1 }), { ...beta, oldSchemas: [{ default: 1 }] }],
    ];
    it.each(structural)("wants a structural schema where %s", (_, schema, options) => {
      expect(errorsOf(schema, options)).toEqual([UNTYPED]);
    });

    it("takes any other schema that preserves unknown fields, whatever its types and patterns", () => {
      expect(errorsOf(field({ properties: { b: { type: "strng", pattern: "(", nullable: true } } }), beta)).toEqual([]);
      expect(errorsOf({ ...field({}), "x-kubernetes-map-type": "x", type: "object" }, beta)).toHaveLength(1);
    });

    it("takes defaults only where the stored definition has one", () => {
      const schema = field({ type: "integer", default: 1 });
      expect(errorsOf(schema, beta)).toEqual([NO_DEFAULT]);
      expect(errorsOf(schema, { ...beta, oldSchemas: [parse(untyped)] })).toEqual([NO_DEFAULT]);
      expect(errorsOf(schema, { ...beta, oldSchemas: [parse(field({ default: 2 }))] })).toEqual([]);
    });

    it("takes marks only where the stored definition has one of either kind, in any version", () => {
      const schema = field({ type: "string", "x-kubernetes-mutability": "Immutable" });
      const plain = parse(field({ type: "string" }));
      const marked = parse(
        field({ type: "array", items: { type: "string" }, "x-kubernetes-key-mutability": "AddOnly" }),
      );
      expect(errorsOf(schema, beta)).toHaveLength(1);
      expect(errorsOf(schema, { ...beta, oldSchemas: [plain] })).toHaveLength(1);
      expect(errorsOf(schema, { ...beta, oldSchemas: [plain, marked] })).toEqual([]);
    });
  });

  describe("on update", () => {
    const keys = (items: JsonObject) =>
      field({ type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], items });
    const loose: readonly (readonly [title: string, schema: JsonObject, errors: number])[] = [
      ["an unknown type", field({ type: "text" }), 1],
      ["a set of objects", field({ type: "array", "x-kubernetes-list-type": "set", items: { type: "object" } }), 1],
      ["optional list map keys", keys({ type: "object", properties: { k: { type: "string" } } }), 1],
      ["unpruned defaults", field({ type: "object", default: { x: 1 } }), 1],
    ];
    it.each(loose)("keeps %s if the stored definition has it", (_, schema, errors) => {
      expect(errorsOf(schema)).toHaveLength(errors);
      expect(errorsOf(schema, { oldSchemas: [{ type: "object" }] })).toHaveLength(errors);
      expect(errorsOf(schema, { oldSchemas: [{ type: "object" }, parse(schema)] })).toEqual([]);
    });

    it("keeps a schema that is not structural, as long as unknown fields are preserved", () => {
      const oldSchemas = [parse(untyped)];
      expect(errorsOf(untyped, { oldSchemas, preserveUnknownFields: true })).toEqual([]);
      expect(errorsOf(untyped, { oldSchemas })).toEqual([UNTYPED]);
      expect(errorsOf(untyped, { oldSchemas: [{ type: "object" }], preserveUnknownFields: true })).toEqual([UNTYPED]);
    });
  });

  describe("with a status subresource", () => {
    it("allows at the root only what does not concern the status", () => {
      const schema = { ...field({ type: "string" }), anyOf: [{ required: ["a"] }] };
      const [error, ...more] = checkSchema(parse(schema), { hasStatus: true });
      expect(error).toMatchObject({
        reason: "FieldValueInvalid",
        field: "<nil>",
        printed: printGoSchema(parse(schema)),
      });
      expect(error?.detail).toMatch(/^only \[Description Type .* XValidations\] fields are allowed at the root/);
      expect(more).toEqual([]);
      expect(
        errorsOf({ ...field({ type: "string" }), required: ["a"], description: "d" }, { hasStatus: true }),
      ).toEqual([]);
    });

    it("names the type first", () => {
      expect(errorsOf({ type: "string", enum: ["a"] }, { hasStatus: true })[0]).toBe(
        'type: Invalid value: "string": only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
      );
    });
  });

  describe("with a judge of rules", () => {
    const rules: CheckSchemaOptions["rules"] = {
      compile: () => undefined,
      check: (schema, { path, faulty }) =>
        [...(schema.properties ?? [])].flatMap(([name, property]) =>
          faulty.has(property) ? [] : [required(path.child(name), "judged")],
        ),
    };

    it("asks it about structural schemas, and tells it which parts have errors", () => {
      const schema = { type: "object", properties: { a: { type: "string" }, b: { type: "text" } } };
      expect(errorsOf(schema, { rules })).toContain("a: Required value: judged");
      expect(errorsOf(schema, { rules })).not.toContain("b: Required value: judged");
    });

    it("does not ask it about others", () => {
      expect(errorsOf(untyped, { rules })).toEqual([UNTYPED]);
      expect(errorsOf(field({ type: "string", default: 1 }), { rules })).toHaveLength(1);
    });
  });

  it("survives 1,000 nested schemas", () => {
    let schema: JsonObject = { type: "string", default: "x" };
    for (let i = 1; i < 999; i++) {
      schema = i % 3 === 0 ? { type: "array", items: schema } : field(schema);
    }
    expect(errorsOf(field(schema))).toEqual([]);
  });

  it("survives hundreds of thousands of errors", () => {
    const properties = Object.fromEntries(Array.from({ length: 130_000 }, (_, i) => [`p${i}`, {}]));
    expect(checkSchema(parse(field({ type: "object", properties })))).toHaveLength(130_000);
  });

  it("never throws, whatever the schema and whatever is stored", () => {
    const version = fc.constantFrom("v1", "v1beta1");
    fc.assert(
      fc.property(anySchema, anySchema, version, fc.boolean(), (given, old, crdVersion, flag) => {
        const { schema } = parseJsonSchema(given);
        const options: CheckSchemaOptions = {
          crdVersion: crdVersion as "v1" | "v1beta1",
          preserveUnknownFields: flag,
          hasStatus: flag,
          ...(flag ? { oldSchemas: [parseJsonSchema(old).schema] } : {}),
        };
        for (const error of checkSchema(schema, options)) {
          expect(printFieldError(error)).not.toBe("");
        }
      }),
      { numRuns: 500 },
    );
  });
});

/** Random schemas, mostly well-typed, so that the checks after decoding are reached. */
const anySchema: fc.Arbitrary<JsonValue> = fc.letrec<{ schema: JsonValue; json: JsonValue }>((tie) => {
  const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>;
  const names = fc.constantFrom("metadata", "kind", "a", "__proto__", "constructor");
  const texts = fc.constantFrom("object", "array", "string", "null", "map", "set", "atomic", "Immutable", "(", "a", "");
  const list = (item: fc.Arbitrary<JsonValue>) => fc.array(item, { maxLength: 2 });
  const map = (value: fc.Arbitrary<JsonValue>) => fc.dictionary(names, value, { maxKeys: 3 });
  const byEncoding: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
    text: texts,
    textAsGiven: texts,
    flag: fc.boolean(),
    flagAsGiven: fc.boolean(),
    number: fc.double({ noNaN: true }),
    integer: fc.integer(),
    jsonList: list(json),
    textList: list(names),
    schema: tie("schema"),
    schemaList: list(tie("schema")),
    schemaMap: map(tie("schema")),
    schemaOrFlag: fc.oneof(fc.boolean(), tie("schema")),
    schemaOrList: fc.oneof(tie("schema"), list(tie("schema"))),
    schemaOrTextListMap: map(tie("schema")),
    rules: list(fc.record({ rule: texts, fieldPath: fc.constantFrom(".a", "['a']", "[", "x") }, { requiredKeys: [] })),
  };
  const union = fc.record({ discriminator: names, "fields-to-discriminateBy": map(texts) }, { requiredKeys: [] });
  const keys = keywords.map(({ wire, encoding }) => {
    const value = wire === "x-kubernetes-unions" ? list(union) : (byEncoding[encoding] ?? json);
    return fc.tuple(fc.constant(wire), fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: json }));
  });
  return {
    schema: fc.oneof(
      { depthSize: "small" },
      fc.constant({ type: "object" }),
      fc.array(fc.oneof(...keys), { maxLength: 6 }).map(Object.fromEntries),
    ) as fc.Arbitrary<JsonValue>,
    json,
  };
}).schema;
