import type { JsonObject } from "@kiln/api";
import fc from "fast-check";
import type { FieldSet } from "../field-set.ts";
import { setOf } from "../field-set.ts";
import { type FieldPath, fieldElement, keyElement, valueElement } from "../path-element.ts";
import { kindOf, type ScenarioKind } from "./scenario.ts";

/** A kind with every form of field that ownership distinguishes. */
export const anyKind: ScenarioKind = kindOf(`
type: object
properties:
  spec:
    type: object
    properties:
      num: { type: integer }
      text: { type: string }
      map: { type: object, additionalProperties: { type: string } }
      box: { type: object, properties: { w: { type: integer }, h: { type: integer } } }
      point: { type: object, x-kubernetes-map-type: atomic, properties: { x: { type: integer }, z: { type: integer } } }
      tags: { type: array, x-kubernetes-list-type: set, items: { type: string } }
      args: { type: array, items: { type: integer } }
      ports:
        type: array
        x-kubernetes-list-type: map
        x-kubernetes-list-map-keys: [port, proto]
        items:
          type: object
          properties:
            port: { type: integer }
            proto: { type: string, default: TCP }
            name: { type: string }
            tags: { type: array, x-kubernetes-list-type: set, items: { type: string } }
      any: { type: object, x-kubernetes-preserve-unknown-fields: true }
`);

const word = fc.constantFrom("a", "b", "c");
const number = fc.integer({ min: 0, max: 2 });
const optional = { requiredKeys: [] };

const tags = fc.uniqueArray(word, { maxLength: 3 });
const port = fc.record(
  { port: number, proto: fc.constantFrom("TCP", "UDP"), name: word, tags },
  { requiredKeys: ["port"] },
);

const loose = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(1, "x", true, null),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(word, tie("value"), { maxKeys: 2 }),
  ),
})).value;

/** Random configurations of {@link anyKind}; each field may be missing. */
export const anySpec: fc.Arbitrary<JsonObject> = fc.record(
  {
    num: number,
    text: word,
    map: fc.dictionary(word, word, { maxKeys: 3 }),
    box: fc.record({ w: number, h: number }, optional),
    point: fc.record({ x: number, z: number }, optional),
    tags,
    args: fc.array(number, { maxLength: 3 }),
    ports: fc.uniqueArray(port, {
      maxLength: 3,
      selector: (item) => `${item.port} ${item.proto ?? "TCP"}`,
    }),
    any: fc.dictionary(word, loose, { maxKeys: 3 }),
  },
  optional,
) as fc.Arbitrary<JsonObject>;

/** Pairs of random configurations without a common field in `spec`. */
export const twoSpecs: fc.Arbitrary<readonly [JsonObject, JsonObject]> = fc
  .tuple(anySpec, fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }))
  .map(([spec, sides]) => {
    const fields = Object.entries(spec);
    const side = (isFirst: boolean) => Object.fromEntries(fields.filter((_, i) => sides[i] === isFirst));
    return [side(true), side(false)] as const;
  });

const element = fc.oneof(
  word.map(fieldElement),
  word.map((name) => keyElement([["name", name]])),
  number.map(valueElement),
);

const path: fc.Arbitrary<FieldPath> = fc.array(element, { minLength: 1, maxLength: 4 });

export const anySet: fc.Arbitrary<FieldSet> = fc.array(path, { maxLength: 8 }).map((paths) => setOf(...paths));
