import { deepEqual, type JsonValue } from "@kiln/api";
import type { LintRule } from "../lint-rule.ts";
import type { LintSubject, SchemaPlace } from "../lint-subject.ts";
import { pairVersions } from "../pair-versions.ts";

const MARKS = [
  ["mutability", "x-kubernetes-mutability"],
  ["keyMutability", "x-kubernetes-key-mutability"],
  ["unions", "x-kubernetes-unions"],
  ["listType", "x-kubernetes-list-type"],
  ["mapType", "x-kubernetes-map-type"],
] as const;

/** Keywords of immutability and unions: the server enforces them in every version as soon as one version has them. */
const PROTECTING = MARKS.slice(0, 3);

export const marksDiffer: LintRule = {
  id: "marks-differ",
  severity: "warning",
  about: "a field is marked in another way in another version, or only one version has it",
  find: (subject) => [
    ...pairVersions(subject).flatMap(([first, other]) =>
      MARKS.filter(([key]) => !isSame(first.schema[key], other.schema[key])).map(([key, mark]) => ({
        path: other.schema[key] === undefined ? other.path : [...other.path, mark],
        message: `${mark} of "${other.field}" is ${print(other.schema[key])} in ${other.version} and ${print(first.schema[key])} in ${first.version}${consequence(key)}`,
      })),
    ),
    ...findMissing(subject),
  ],
};

function consequence(key: (typeof MARKS)[number][0]): string {
  return PROTECTING.some(([protecting]) => protecting === key) ? ": each holds in both versions" : "";
}

/**
 * Fields with marks (immutability and union keywords) that another version lacks. None for a CRD with the annotation
 * `kiln/conversion`: it maps fields between versions, so the other version may have the field at another path.
 */
function findMissing({ object, schemas, versions }: LintSubject) {
  const annotations = (object.metadata as { annotations?: Record<string, unknown> } | undefined)?.annotations;
  if (annotations?.["kiln/conversion"] !== undefined) {
    return [];
  }
  const fields = new Set(schemas.map(({ version, field }) => `${version} ${field}`));
  const others = versions.filter(({ root }) => root !== undefined).map(({ name }) => name);
  return schemas.flatMap((place) =>
    PROTECTING.filter(([key]) => place.schema[key] !== undefined).flatMap(([, mark]) =>
      others
        .filter((version) => !fields.has(`${version} ${place.field}`))
        .map((version) => ({ path: [...place.path, mark], message: missing(place, mark, version) })),
    ),
  );
}

function missing({ field, version }: SchemaPlace, mark: string, other: string): string {
  return `${mark} of "${field}" is in ${version}, and ${other} does not have the field: clients of ${other} can neither see nor set what it protects`;
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && deepEqual(a, b));
}

function print(mark: JsonValue | undefined): string {
  return mark === undefined ? "absent" : typeof mark === "string" ? mark : "different";
}
