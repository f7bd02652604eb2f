import { deepCopy, type JsonObject, type ManagedFieldsEntry } from "@kiln/api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apply } from "./apply.ts";
import { compare } from "./compare.ts";
import { extract } from "./extract.ts";
import { difference, type FieldSet, intersection, isSubset, listPaths } from "./field-set.ts";
import { decodeFieldSet } from "./field-set-json.ts";
import type { FieldType } from "./field-type.ts";
import { merge } from "./merge.ts";
import { anyKind, anySpec, twoSpecs } from "./testing/arbitrary.ts";
import { toFieldSet } from "./to-field-set.ts";
import { update } from "./update.ts";

const { kind } = anyKind;
const type = kind.typeOf("v1") as FieldType;
const nothing: JsonObject = { apiVersion: "v1", kind: "Widget" };

interface Applying {
  readonly manager: string;
  readonly force?: boolean;
  readonly second?: number;
}

function applied(
  live: JsonObject,
  spec: JsonObject,
  { manager, force = false, second = 0 }: Applying,
): JsonObject | undefined {
  const now = `2026-01-01T00:00:0${second}Z`;
  const result = apply(live, { ...nothing, spec }, { kind, manager, now, force });
  if (result.outcome !== "applied") {
    return undefined;
  }
  const { object } = result;
  return { ...object, metadata: { ...(object.metadata as JsonObject), uid: "1" } };
}

function force(live: JsonObject, spec: JsonObject, manager: string, second = 0): JsonObject {
  return applied(live, spec, { manager, force: true, second }) as JsonObject;
}

function entriesOf(object: JsonObject): ManagedFieldsEntry[] {
  return ((object.metadata as JsonObject).managedFields ?? []) as ManagedFieldsEntry[];
}

function ownedBy(object: JsonObject, manager: string): FieldSet {
  const entry = entriesOf(object).find((each) => each.manager === manager);
  return decodeFieldSet(entry?.fieldsV1) as FieldSet;
}

describe("apply(), whatever is applied", () => {
  it("makes of nothing what was applied", () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        expect(force(nothing, spec, "a").spec).toEqual(spec);
      }),
    );
  });

  it("changes nothing the second time, not even the time", () => {
    fc.assert(
      fc.property(anySpec, anySpec, (first, spec) => {
        const once = force(force(nothing, first, "b"), spec, "a", 1);
        expect(force(once, spec, "a", 2)).toEqual(once);
      }),
    );
  });

  it("changes nothing if its applier applies what it owns and nothing else", () => {
    fc.assert(
      fc.property(anySpec, anySpec, (first, spec) => {
        const live = force(force(nothing, first, "b"), spec, "a", 1);
        const own = extract(type, live, ownedBy(live, "a"));
        const again = force(live, (own.spec ?? {}) as JsonObject, "a", 2);
        expect(again.spec).toEqual(live.spec);
        expect(isSubset(ownedBy(live, "a"), ownedBy(again, "a"))).toBe(true);
      }),
    );
  });

  it("does not need force where no other manager owns the changed fields", () => {
    fc.assert(
      fc.property(anySpec, anySpec, (first, second) => {
        const live = force(nothing, first, "a");
        expect(applied(live, second, { manager: "a", second: 1 })?.spec).toEqual(force(live, second, "a", 1).spec);
      }),
    );
  });

  it("gives the same result in either order if two managers share no field", () => {
    fc.assert(
      fc.property(twoSpecs, ([one, other]) => {
        const oneFirst = applied(force(nothing, one, "a"), other, { manager: "b" }) as JsonObject;
        const otherFirst = applied(force(nothing, other, "b"), one, { manager: "a" }) as JsonObject;
        expect(oneFirst.spec).toEqual(otherFirst.spec);
        for (const manager of ["a", "b"]) {
          expect(ownedBy(oneFirst, manager)).toEqual(ownedBy(otherFirst, manager));
        }
      }),
    );
  });

  it("tells each conflict of a field that changes and that another owns, and no other", () => {
    fc.assert(
      fc.property(anySpec, anySpec, (first, second) => {
        const live = force(nothing, first, "a");
        const result = apply(live, { ...nothing, spec: second }, { kind, manager: "b", now: "2026-01-01T00:00:01Z" });
        const merged = merge(type, live, { ...nothing, spec: second });
        const { added, modified } = compare(type, live, merged);
        const expected = [added, modified].flatMap((set) => listPaths(intersection(ownedBy(live, "a"), set)));
        const told = result.outcome === "conflict" ? result.conflicts.map(({ path }) => path) : [];
        expect(told.map(String).sort()).toEqual(expected.map(String).sort());
      }),
    );
  });

  it("keeps the fields of other managers when one withdraws everything", () => {
    fc.assert(
      fc.property(anySpec, anySpec, (one, other) => {
        const both = force(force(nothing, one, "a"), other, "b", 1);
        const onlyOwned = difference(ownedBy(both, "b"), ownedBy(both, "a"));
        const live = force(both, {}, "b", 2);
        const left = toFieldSet(type, live);
        expect(listPaths(intersection(left, onlyOwned)).filter((path) => !isContainer(path))).toEqual([]);
        expect(listPaths(difference(ownedBy(both, "a"), left)).filter((path) => !isContainer(path))).toEqual([]);
        expect(ownedBy(live, "b")).toEqual({ "f:spec": {} });
      }),
    );
  });

  it("leaves every owner with fields that the object has", () => {
    fc.assert(
      fc.property(anySpec, anySpec, anySpec, (one, other, third) => {
        const both = force(force(nothing, one, "a"), other, "b", 1);
        const object = { ...deepCopy(both), spec: third };
        const managedFields = update(both, object, { kind, manager: "c", now: "2026-01-01T00:00:02Z" });
        const all = compare(type, nothing, object).added;
        for (const { fieldsV1 } of managedFields) {
          expect(listPaths(difference(decodeFieldSet(fieldsV1) as FieldSet, all))).toEqual([]);
        }
      }),
    );
  });
});

/** Whether a field is a list or object, which its items or fields may leave empty or null. */
function isContainer(path: readonly string[]): boolean {
  const last = path.at(-1) ?? "";
  return ["f:spec", "f:map", "f:box", "f:any", "f:ports", "f:tags"].includes(last);
}
