import { deepEqual, type JsonValue } from "@kiln/api";
import type { LintRule } from "../lint-rule.ts";
import { pairVersions } from "../pair-versions.ts";

const MARKS = [
  ["mutability", "x-kubernetes-mutability"],
  ["keyMutability", "x-kubernetes-key-mutability"],
  ["unions", "x-kubernetes-unions"],
  ["listType", "x-kubernetes-list-type"],
  ["mapType", "x-kubernetes-map-type"],
] as const;

export const marksDiffer: LintRule = {
  id: "marks-differ",
  severity: "warning",
  about: "a field is marked in another way in another version",
  find: (subject) =>
    pairVersions(subject).flatMap(([first, other]) =>
      MARKS.filter(([key]) => !isSame(first.schema[key], other.schema[key])).map(([key, mark]) => ({
        path: other.schema[key] === undefined ? other.path : [...other.path, mark],
        message: `${mark} of "${other.field}" is ${print(other.schema[key])} in ${other.version} and ${print(first.schema[key])} in ${first.version}: a client may use the weaker version`,
      })),
    ),
};

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && deepEqual(a, b));
}

function print(mark: JsonValue | undefined): string {
  return mark === undefined ? "absent" : typeof mark === "string" ? mark : "different";
}
