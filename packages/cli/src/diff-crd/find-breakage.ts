import { deepEqual, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import type { SchemaPlace } from "@kiln/lint";
import { makeCandidates, placeValue } from "./make-samples.ts";
import { type Answer, type Judge, writtenVersion } from "./open-judge.ts";

/** A regression of the new CRD, shown by an object. */
export interface Breakage {
  /**
   * `refused`: no longer accepted. `changed`: stored, but differently. `frozen`: an update that was accepted is
   * rejected. `unreachable`: its clients' requests are answered differently. `stranded`: a server that stores it
   * rejects the new CRD.
   */
  readonly effect: "refused" | "changed" | "frozen" | "unreachable" | "stranded";
  readonly example: JsonObject;
  /** For `frozen`: the update that is rejected now. */
  readonly update?: JsonObject;
  /** For the last two effects: the request that the server refuses. */
  readonly request?: string;
  /** Message of the server. */
  readonly message: string;
}

/** A server with each of the CRDs, on which the examples are tried. */
export interface Judges {
  readonly before: Judge;
  readonly after: Judge;
}

/** Finds an object that shows what a change breaks at a path of the old schema, or at one that only the new CRD has. */
export async function findBreakage(judges: Judges, place: SchemaPlace): Promise<Breakage | undefined> {
  const examples = examplesFor(place).map((body) => judges.before.complete(body, place.version));
  for (const example of examples) {
    const breakage = await judgeCreate(judges, example);
    if (breakage !== undefined) {
      return breakage;
    }
  }
  return judgeUpdates(judges, examples);
}

/** Finds an object that changes when the new CRD, whose storage version is another, stores it. */
export async function findLoss({ before, after }: Judges, place: SchemaPlace): Promise<Breakage | undefined> {
  for (const body of examplesFor(place)) {
    const was = await before.keep(before.complete(body, place.version));
    const is = was.stored && (await after.keep(after.complete(was.stored, place.version)));
    const breakage = was.stored && is && compare(was.stored, is);
    if (breakage !== undefined) {
      return breakage;
    }
  }
  return undefined;
}

/** Smallest object that the CRD accepts, if one is found. */
export async function findExample(judge: Judge, root: SchemaPlace): Promise<JsonObject | undefined> {
  for (const body of makeCandidates(root.schema).slice(0, MAX_EXAMPLES).filter(isJsonObject)) {
    const { stored } = await judge.create(judge.complete(body, root.version));
    if (stored !== undefined) {
      return stored;
    }
  }
  return undefined;
}

/** Maximum number of examples of a field: enough to try every limit of it once. Each is a request to two servers. */
const MAX_EXAMPLES = 24;

function examplesFor(place: SchemaPlace): JsonObject[] {
  const values = makeCandidates(place.schema).slice(0, MAX_EXAMPLES - 1);
  const placed = values.map((value) => placeValue(place, value));
  // An example of the parent without the field.
  const without =
    place.parent === undefined ? [] : [placeValue(place.parent, makeCandidates(place.parent.schema)[0] ?? {})];
  return [...placed, ...without].filter(isJsonObject);
}

async function judgeCreate({ before, after }: Judges, example: JsonObject): Promise<Breakage | undefined> {
  const was = await before.create(example);
  // The stored object is sent, because it has the defaults of the old CRD.
  return was.stored && compare(was.stored, await after.create(after.complete(was.stored, writtenVersion(example))));
}

function compare(was: JsonObject, is: Answer): Breakage | undefined {
  if (is.stored === undefined) {
    return { effect: "refused", example: was, message: is.message };
  }
  const [before, after] = [contentOf(was), contentOf(is.stored)];
  return deepEqual(before, after)
    ? undefined
    : { effect: "changed", example: was, message: describeChange(before, after) };
}

async function judgeUpdates({ before, after }: Judges, examples: readonly JsonObject[]): Promise<Breakage | undefined> {
  const [first, ...others] = examples;
  for (const other of first === undefined ? [] : others.slice(0, 6)) {
    for (const [from, to] of [
      [first as JsonObject, other],
      [other, first as JsonObject],
    ] as const) {
      const was = await before.update(from, to);
      const version = writtenVersion(to);
      const is = was.stored && (await after.update(after.complete(from, version), after.complete(to, version)));
      if (is !== undefined && is.stored === undefined) {
        return { effect: "frozen", example: from, update: to, message: is.message };
      }
    }
  }
  return undefined;
}

/** Object without apiVersion, kind and metadata. */
function contentOf({ metadata: _, apiVersion: __, kind: ___, ...content }: JsonObject): JsonObject {
  return content;
}

/** First field that differs between two values. */
function describeChange(a: JsonValue, b: JsonValue, path = ""): string {
  if (isJsonObject(a) && isJsonObject(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const [was, is] = [getOwn(a, key), getOwn(b, key)];
      const at = path === "" ? key : `${path}.${key}`;
      if (was === undefined || is === undefined) {
        return was === undefined ? `${at} is set by the server` : `${at} is dropped`;
      }
      if (!deepEqual(was, is)) {
        return describeChange(was, is, at);
      }
    }
  }
  return `${path} becomes another`;
}
