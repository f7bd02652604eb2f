import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import type { Finding } from "@kiln/guard";
import type { Outcome, Ran } from "./run-transition.ts";
import type { Transition } from "./testing/random-transitions.ts";

export interface Compared {
  readonly ours: Ran;
  readonly theirs: Ran;
}

export interface Context {
  readonly transition: Transition;
  /** The report of the compiler. */
  readonly findings: readonly Finding[];
}

/** Difference between two outcomes; empty if they are the same, or differ as the compiler reported. */
export function explainDifference({ ours, theirs }: Compared, context: Context): string {
  if (!isAlike(ours.created, theirs.created)) {
    return "the create ended otherwise";
  }
  const { changed: our } = ours;
  const { changed: their } = theirs;
  if (our === undefined || their === undefined || isAlike(our, their)) {
    return "";
  }
  const stored = JSON.parse(theirs.created.spec ?? "{}") as JsonObject;
  const isSaid = REASONS.some((reason) => reason(our, their, { ...context, stored }));
  return isSaid ? "" : "the change ended otherwise, and the report does not say so";
}

function isAlike(ours: Outcome, theirs: Outcome): boolean {
  return ours.isTaken === theirs.isTaken && ours.spec === theirs.spec;
}

type Reason = (
  ours: Outcome,
  theirs: Outcome,
  context: Context & { /** The spec before the change. */ readonly stored: JsonObject },
) => boolean;

/** The differences that the report names, and the one that no guard makes. */
const REASONS: readonly Reason[] = [
  // An applied configuration that contradicts itself in a union.
  (_ours, _theirs, { transition: { change }, findings }) =>
    change.how === "apply" &&
    contradicted(change.spec, "spec").some((place) =>
      findings.some(
        (finding) => finding.place.endsWith(`: ${place}`) && /^an applied configuration/.test(finding.reason),
      ),
    ),
  // Rules that miss a change: Kiln's rejections concern the paths reported as lost.
  (ours, theirs, { findings, stored }) =>
    !ours.isTaken &&
    theirs.isTaken &&
    ours.fields.every((field) => findings.some((finding) => isLostAt(finding, field))) &&
    isUnseen(stored, JSON.parse(theirs.spec ?? "{}") as JsonObject),
  // Kubernetes: applying away the last field of an object leaves null, which is no object (typed/remove.go
  // removingWalker.doMap, v1.36; kubernetes#117447).
  (_ours, theirs, { transition: { change } }) =>
    change.how === "apply" && /"null": .* in body must be of type/.test(theirs.message),
];

function isLostAt({ kind, place }: Finding, field: string): boolean {
  return kind === "lost" && (place.endsWith(`: ${field}`) || field.startsWith(place.replace(/^.*: /, "")));
}

/** Whether nothing but the order of a set, or null for nothing, changed at the places that rules do not see. */
function isUnseen(before: JsonObject, after: JsonObject): boolean {
  const members = (spec: JsonObject) => JSON.stringify([...((spec.members ?? []) as string[])].sort());
  return members(before) === members(after) && (before.nothing ?? null) === (after.nothing ?? null);
}

/** Places of unions in which a configuration contradicts itself: `spec.choice`, `spec.items[*].choice`. */
function contradicted(value: JsonValue | undefined, place: string): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => contradicted(item, `${place}[*]`));
  }
  if (!isJsonObject(value)) {
    return [];
  }
  const own = UNIONS.some((union) => isContradicted(value, union)) ? [place] : [];
  return [...own, ...Object.entries(value).flatMap(([name, inner]) => contradicted(inner, `${place}.${name}`))];
}

const UNIONS = [{ type: "type", members: { a: "A", b: "B", c: "C" } }, { members: { x: "X", y: "Y" } }] as const;

function isContradicted(value: JsonObject, { members, ...union }: (typeof UNIONS)[number]): boolean {
  const set = Object.entries(members).filter(([member]) => (value[member] ?? null) !== null);
  const named = "type" in union ? value[union.type] : undefined;
  return set.length > 1 || (set.length === 1 && named !== undefined && named !== set[0]?.[1]);
}
