import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printFieldError } from "../field/field-error.ts";
import { fieldPath } from "../field/field-path.ts";
import { nameIsDns1123Subdomain } from "./name-rule.ts";
import type { ObjectMeta } from "./object.ts";
import { validateObjectMeta, validateObjectMetaUpdate, validateStandardFinalizers } from "./object-meta.ts";

const path = fieldPath("metadata");
const rules = { requiresNamespace: true, nameRule: nameIsDns1123Subdomain, path };
const good: ObjectMeta = {
  name: "a",
  namespace: "ns",
  labels: { "example.com/a": "b" },
  annotations: { "Example.com/A": "any text" },
  finalizers: ["example.com/x", "orphan"],
  ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "o", uid: "u", controller: true }],
  managedFields: [{ manager: "m", operation: "Apply", fieldsType: "FieldsV1", fieldsV1: {} }],
};

function create(meta: ObjectMeta): string[] {
  return validateObjectMeta(meta, rules).map(printFieldError);
}

describe("validateObjectMeta()", () => {
  it("accepts good metadata", () => {
    expect(create(good)).toEqual([]);
    expect(validateObjectMeta({ name: "a" }, { ...rules, requiresNamespace: false })).toEqual([]);
  });

  it.each<[ObjectMeta, string]>([
    [{ name: "" }, "metadata.name: Required value: name or generateName is required"],
    [{ namespace: "" }, "metadata.namespace: Required value"],
    [{ namespace: "a.b" }, 'metadata.namespace: Invalid value: "a.b": must not contain dots'],
    [{ generation: -1 }, "metadata.generation: Invalid value: -1: must be greater than or equal to 0"],
    [
      { labels: { a: "v".repeat(64) } },
      `metadata.labels: Invalid value: "${"v".repeat(64)}": must be no more than 63 bytes`,
    ],
    [
      { annotations: { a: "x".repeat(262_143), b: "é" } },
      "metadata.annotations: Too long: may not be more than 262144 bytes",
    ],
    [
      { finalizers: ["orphan", "foregroundDeletion"] },
      'metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
    ],
    [
      { managedFields: [{ manager: "m", operation: "Patch" }] },
      'metadata.managedFields[0].operation: Invalid value: "Patch": must be `Apply` or `Update`',
    ],
    [
      { managedFields: [{ operation: "Apply", fieldsType: "FieldsV2" }] },
      'metadata.managedFields[0].fieldsType: Invalid value: "FieldsV2": must be `FieldsV1`',
    ],
    [
      { managedFields: [{ operation: "Update", manager: "m".repeat(129) }] },
      "metadata.managedFields[0].manager: Too long: may not be more than 128 bytes",
    ],
    [
      { managedFields: [{ operation: "Update", manager: "a\tb" }] },
      'metadata.managedFields[0].manager: Invalid value: "a\\tb": invalid character U+0009 (at position 1)',
    ],
    [
      { managedFields: [{ operation: "Update", subresource: "s".repeat(257) }] },
      "metadata.managedFields[0].subresource: Too long: may not be more than 256 bytes",
    ],
  ])("refuses %j", (change, sentence) => {
    expect(create({ ...good, ...change })).toEqual([sentence]);
  });

  it("judges a generateName as a prefix and the name that came of it", () => {
    const errors = validateObjectMeta({ ...good, generateName: "Gen-", name: "Gen-x" }, rules);
    expect(errors.map((error) => [error.field, error.value])).toEqual([
      ["metadata.generateName", "Gen-"],
      ["metadata.name", "Gen-x"],
    ]);
    expect(create({ ...good, generateName: "gen-", name: "gen-x" })).toEqual([]);
  });

  it("forbids a namespace where there is none", () => {
    const errors = validateObjectMeta({ ...good }, { ...rules, requiresNamespace: false });
    expect(errors.map(printFieldError)).toEqual(["metadata.namespace: Forbidden: not allowed on this type"]);
  });

  it("names the map, not the entry, of a bad label, annotation or finalizer", () => {
    const bad = JSON.parse('{"__proto__":"ok","bad key":"x"}');
    const errors = validateObjectMeta({ ...good, labels: bad, annotations: bad, finalizers: ["a b"] }, rules);
    expect(errors.map((error) => [error.field, error.value])).toEqual([
      ["metadata.labels", "__proto__"],
      ["metadata.labels", "bad key"],
      ["metadata.annotations", "__proto__"],
      ["metadata.annotations", "bad key"],
      ["metadata.finalizers", "a b"],
    ]);
  });
});

describe("validateObjectMetaUpdate()", () => {
  const old: ObjectMeta = {
    ...good,
    uid: "u1",
    resourceVersion: "5",
    generation: 2,
    creationTimestamp: "2020-01-01T00:00:00Z",
  };
  const update = (change: ObjectMeta, before: ObjectMeta = old) =>
    validateObjectMetaUpdate({ ...old, ...change }, before, path).map(printFieldError);

  it("accepts what did not change, and the same instant in another zone", () => {
    expect(update({})).toEqual([]);
    expect(update({ creationTimestamp: "2020-01-01T01:00:00+01:00" })).toEqual([]);
    expect(update({ generation: 3n, finalizers: ["not a name"] })).toEqual([]);
  });

  it.each<[ObjectMeta, string]>([
    [{ name: "b" }, 'metadata.name: Invalid value: "b": field is immutable'],
    [{ namespace: "other" }, 'metadata.namespace: Invalid value: "other": field is immutable'],
    [{ uid: "" }, 'metadata.uid: Invalid value: "": field is immutable'],
    [{ creationTimestamp: null }, "metadata.creationTimestamp: Invalid value: null: field is immutable"],
    [
      { deletionTimestamp: "2020-01-01T00:00:00Z" },
      'metadata.deletionTimestamp: Invalid value: "2020-01-01T00:00:00Z": field is immutable',
    ],
    [{ deletionGracePeriodSeconds: 0 }, "metadata.deletionGracePeriodSeconds: Invalid value: 0: field is immutable"],
    [{ resourceVersion: "" }, 'metadata.resourceVersion: Invalid value: "": must be specified for an update'],
    [{ generation: 1 }, "metadata.generation: Invalid value: 1: must not be decremented"],
  ])("refuses %j", (change, sentence) => {
    expect(update(change)).toEqual([sentence]);
  });

  it("forbids new finalizers once the object is being deleted", () => {
    const dying = { ...old, deletionTimestamp: "2020-01-02T00:00:00Z" };
    const finalizers = ["z/b", "orphan", "z/a", "z/b"];
    expect(update({ ...dying, finalizers }, dying)).toEqual([
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"z/a", "z/b"}',
    ]);
    expect(update({ ...dying, finalizers: [] }, dying)).toEqual([]);
  });

  it("checks labels, annotations, owners and managed fields again", () => {
    const labels = { "": "" };
    const fields = validateObjectMetaUpdate(
      { ...old, labels, annotations: labels, ownerReferences: [{ ...ownerless }], managedFields: [{}] },
      old,
      path,
    ).map((error) => error.field);
    expect(new Set(fields)).toEqual(
      new Set([
        "metadata.labels",
        "metadata.annotations",
        "metadata.ownerReferences.uid",
        "metadata.managedFields[0].operation",
      ]),
    );
  });
});

const ownerless = { apiVersion: "v1", kind: "ConfigMap", name: "o", uid: "" };

describe("validateStandardFinalizers()", () => {
  it("wants a prefix on all but Kubernetes' own", () => {
    const errors = validateStandardFinalizers(["kubernetes", "orphan", "a/b", "plain"], path.child("finalizers"));
    expect(errors.map(printFieldError)).toEqual([
      'metadata.finalizers[3]: Invalid value: "plain": name is neither a standard finalizer name nor is it fully qualified',
    ]);
    expect(validateStandardFinalizers(null, path)).toEqual([]);
  });
});

describe("values of the wrong type", () => {
  it("do not throw", () => {
    const meta = fc.record(Object.fromEntries(Object.keys(good).map((key) => [key, fc.jsonValue({ maxDepth: 2 })])), {
      requiredKeys: [],
    }) as fc.Arbitrary<ObjectMeta>;
    fc.assert(
      fc.property(meta, meta, (a, b) => {
        expect(Array.isArray(create(a))).toBe(true);
        expect(Array.isArray(validateObjectMetaUpdate(a, b, path).map(printFieldError))).toBe(true);
      }),
    );
  });
});
