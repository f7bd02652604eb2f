import { type JsonObject, type JsonValue, printFieldError } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { parseJsonSchema } from "../parse-schema.ts";
import { parseUnions } from "../parse-unions.ts";
import { checkUnionPlacement } from "./check-union-placement.ts";

const KEY = "x-kubernetes-unions";
const FIELDS = "fields-to-discriminateBy";

function errorsOf(schema: JsonObject): string[] {
  return checkUnionPlacement(parseJsonSchema(schema).schema).map(printFieldError);
}

/** Root schema with a field `u` that has these unions; `more` overrides keywords of `u`. */
function withUnions(unions: JsonValue, more: JsonObject = {}): JsonObject {
  const properties = {
    d: { type: "string" },
    e: { type: "string" },
    n: { type: "integer" },
    one: { type: "object" },
    two: { type: "object" },
    three: { type: "string" },
    chosen: { type: "string", default: "x" },
  };
  return { type: "object", properties: { u: { type: "object", properties, [KEY]: unions, ...more } } };
}

const good = { discriminator: "d", [FIELDS]: { one: "One", two: "Two" } };

describe("checkUnionPlacement()", () => {
  const accepted: readonly (readonly [title: string, schema: JsonObject])[] = [
    ["a union with a discriminator", withUnions([good])],
    ["a union without one", withUnions([{ [FIELDS]: { one: "One" } }])],
    ["two unions of other fields", withUnions([good, { discriminator: "e", [FIELDS]: { three: "One" } }])],
    ["a discriminator with a default", withUnions([{ ...good, discriminator: "chosen" }])],
    ["a required discriminator", withUnions([good], { required: ["d"] })],
    ["oneOf beside the union", withUnions([good], { oneOf: [{ required: ["one"] }] })],
    [
      "a union at the root",
      { type: "object", properties: { a: { type: "string" } }, [KEY]: [{ [FIELDS]: { a: "A" } }] },
    ],
    [
      "a field named metadata further down",
      withUnions([{ [FIELDS]: { metadata: "M" } }], { properties: { metadata: {} } }),
    ],
    ["no unions", withUnions([])],
    ["null", withUnions(null)],
  ];
  it.each(accepted)("accepts %s", (_, schema) => {
    expect(errorsOf(schema)).toEqual([]);
  });

  const placed: readonly (readonly [title: string, schema: JsonObject, error: string])[] = [
    [
      "another type",
      { type: "array", [KEY]: [] },
      `${KEY}: Forbidden: must only be used with type object and properties`,
    ],
    [
      "an object without properties",
      { type: "object", [KEY]: [good] },
      `${KEY}: Forbidden: must only be used with type object and properties`,
    ],
    [
      "a junctor",
      { type: "object", not: { ...withUnions([good]) } },
      `not.properties[u].${KEY}: Forbidden: must not be used inside allOf, anyOf, oneOf or not`,
    ],
    [
      "metadata",
      { type: "object", properties: { metadata: withUnions([good]) } },
      `properties[metadata].properties[u].${KEY}: Forbidden: must not be used on metadata or inside it`,
    ],
    [
      "an array of items",
      { items: [withUnions([good])] },
      `items[0].properties[u].${KEY}: Forbidden: must not be used in a schema that is not structural`,
    ],
  ];
  it.each(placed)("refuses unions on %s", (_, schema, error) => {
    expect(errorsOf(schema)).toEqual([error]);
  });

  const at = `properties[u].${KEY}`;
  const refused: readonly (readonly [unions: JsonValue, ...errors: string[]])[] = [
    [{}, `${at}: Invalid value: {}: must be a list of unions`],
    [["one"], `${at}[0]: Invalid value: "one": must be an object with ${FIELDS}`],
    [[{}], `${at}[0].${FIELDS}: Required value: must name at least one member of the union`],
    [[{ [FIELDS]: {} }], `${at}[0].${FIELDS}: Required value: must name at least one member of the union`],
    [
      [{ [FIELDS]: ["one"] }],
      `${at}[0].${FIELDS}: Invalid value: ["one"]: must map the members of the union to values of its discriminator`,
    ],
    [
      [{ ...good, fieldsToDiscriminateBy: {} }],
      `${at}[0].fieldsToDiscriminateBy: Forbidden: unknown key; a union has discriminator and ${FIELDS}`,
    ],
    [[{ ...good, discriminator: 1 }], `${at}[0].discriminator: Invalid value: 1: must be the name of a property`],
    [
      [{ ...good, discriminator: "x" }],
      `${at}[0].discriminator: Invalid value: "x": the discriminator must be a property of the same object`,
    ],
    [
      [{ ...good, discriminator: "n" }],
      `${at}[0].discriminator: Invalid value: "n": the discriminator must be a property of type string`,
    ],
    [[{ discriminator: "three", [FIELDS]: { three: "Three" } }], `${at}[0].${FIELDS}[three]: Duplicate value: "three"`],
    [[good, { ...good, [FIELDS]: { three: "Three" } }], `${at}[1].discriminator: Duplicate value: "d"`],
    [[good, { [FIELDS]: { one: "One" } }], `${at}[1].${FIELDS}[one]: Duplicate value: "one"`],
    [[good, { [FIELDS]: { d: "D" } }], `${at}[1].${FIELDS}[d]: Duplicate value: "d"`],
    [
      [{ [FIELDS]: { constructor: "C" } }],
      `${at}[0].${FIELDS}[constructor]: Invalid value: "constructor": a member must be a property of the same object`,
    ],
    [[{ [FIELDS]: { one: "A", two: "A" } }], `${at}[0].${FIELDS}[two]: Duplicate value: "A"`],
    [
      [{ [FIELDS]: { one: "" } }],
      `${at}[0].${FIELDS}[one]: Invalid value: "": must not be empty: an empty discriminator names no member`,
    ],
    [
      [{ [FIELDS]: { one: 1 } }],
      `${at}[0].${FIELDS}[one]: Invalid value: 1: must be the discriminator's value for this member, a string`,
    ],
    [
      [{ [FIELDS]: { chosen: "C" } }],
      `${at}[0].${FIELDS}[chosen]: Forbidden: a member must not have a default, which would look like a choice of the client`,
    ],
  ];
  it.each(refused)("refuses %j", (unions, ...errors) => {
    expect(errorsOf(withUnions(unions))).toEqual(errors);
  });

  it("refuses required members", () => {
    expect(errorsOf(withUnions([good], { required: ["two", "d"] }))).toEqual([
      `${at}[0].${FIELDS}[two]: Invalid value: "two": a member must be optional, but is listed in required`,
    ]);
  });

  it("refuses the fields every resource has, also in embedded ones", () => {
    const resource = {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      properties: { kind: { type: "string" }, metadata: { type: "object" } },
      [KEY]: [{ discriminator: "kind", [FIELDS]: { metadata: "M" } }],
    };
    const expected = [
      `${KEY}[0].discriminator: Forbidden: kind of a resource must not be the discriminator of a union`,
      `${KEY}[0].${FIELDS}[metadata]: Forbidden: metadata of a resource must not be a member of a union`,
    ];
    expect(errorsOf(resource)).toEqual(expected);
    expect(errorsOf({ type: "object", properties: { r: resource } })).toEqual(
      expected.map((error) => `properties[r].${error}`),
    );
  });
});

describe("parseUnions()", () => {
  it("reads discriminators and members in their order", () => {
    expect(parseUnions([good, { [FIELDS]: { three: "T" } }])).toEqual([
      {
        discriminator: "d",
        members: new Map([
          ["one", "One"],
          ["two", "Two"],
        ]),
      },
      { members: new Map([["three", "T"]]) },
    ]);
  });

  it("leaves out what is malformed", () => {
    expect(parseUnions({ a: 1 })).toEqual([]);
    expect(parseUnions([1, { discriminator: 1, [FIELDS]: { a: 1, b: "B" } }])).toEqual([
      { members: new Map([["b", "B"]]) },
    ]);
  });
});
