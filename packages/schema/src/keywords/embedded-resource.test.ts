import { type JsonValue, printFieldError } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { validatorOf } from "../testing/print-faults.ts";

const EMBEDDED = {
  type: "object",
  "x-kubernetes-embedded-resource": true,
  "x-kubernetes-preserve-unknown-fields": true,
};

function faultsOf(value: JsonValue): string[] {
  return validatorOf({ type: "object", properties: { t: EMBEDDED } })
    .validate({ t: value })
    .map(printFieldError);
}

const POD = { apiVersion: "v1", kind: "Pod" };

const CASES: readonly (readonly [about: string, value: JsonValue, faults: readonly string[]])[] = [
  ["a resource without metadata", POD, []],
  ["a resource without a name", { ...POD, metadata: { labels: { a: "b" } } }, []],
  ["nothing at all", {}, ["t.apiVersion: Required value", "t.kind: Required value"]],
  ["types that are no text", { apiVersion: 1, kind: "" }, ["t.apiVersion: Invalid value: 1: must be a string"]],
  [
    "an apiVersion with too many parts",
    { apiVersion: "a/b/c", kind: "A" },
    [`t.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c`],
  ],
  [
    "a name that is no path segment",
    { ...POD, metadata: { name: "a/b" } },
    [`t.metadata.name: Invalid value: "a/b": may not contain '/'`],
  ],
  [
    "metadata that is none",
    { ...POD, metadata: 5 },
    ["t.metadata: Invalid value: 5: json: cannot unmarshal number into Go value of type v1.ObjectMeta"],
  ],
  [
    "metadata of the wrong type",
    { ...POD, metadata: { labels: ["a"] } },
    [
      `t.metadata: Invalid value: {"labels":["a"]}: json: cannot unmarshal array into Go struct field ObjectMeta.labels of type map[string]string`,
    ],
  ],
  ["no object", "text", [`t: Invalid value: "string": t in body must be of type object: "string"`]],
];

describe("x-kubernetes-embedded-resource", () => {
  it.each(CASES)("judges %s", (_, value, faults) => {
    expect(faultsOf(value)).toEqual(faults);
  });

  it("says what kinds look like", () => {
    expect(faultsOf({ apiVersion: "v1", kind: "Not A Kind" })).toEqual([
      expect.stringContaining(`t.kind: Invalid value: "Not A Kind": may have mixed case, but should otherwise match: `),
    ]);
  });

  it("names map entries and labels by their key in brackets", () => {
    const schema = { type: "object", properties: { m: { type: "object", additionalProperties: EMBEDDED } } };
    const { validate } = validatorOf(schema);
    const fields = validate({ m: { "a.b": { ...POD, metadata: { labels: { "a!": "b" } } }, c: {} } }).map(
      (e) => e.field,
    );
    expect(fields).toEqual(["m[a.b].metadata.labels", "m[c].apiVersion", "m[c].kind"]);
  });

  it("does not tolerate what an update left alone", () => {
    const { validateUpdate } = validatorOf({ type: "object", properties: { t: EMBEDDED } });
    expect(validateUpdate({ t: {} }, { t: {} })).toHaveLength(2);
  });
});
