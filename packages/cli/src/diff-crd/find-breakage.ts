import { deepEqual, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { type LocalServer, openLocalServer } from "../check/local-server.ts";
import type { SchemaPlace } from "../lint/lint-subject.ts";
import type { Difference } from "./find-differences.ts";
import { makeCandidates, placeValue } from "./make-samples.ts";

/** What becomes worse with the new CRD, shown by an object. */
export interface Breakage {
  /** `refused`: no longer taken. `changed`: stored, but not as it was. `frozen`: an update is refused that was taken. */
  readonly effect: "refused" | "changed" | "frozen";
  readonly example: JsonObject;
  /** For `frozen`: what the example may no longer become. */
  readonly update?: JsonObject;
  /** In the words of the server. */
  readonly message: string;
}

/** The servers of both CRDs, which judge the examples. */
export interface Judges {
  find(difference: Difference): Promise<Breakage | undefined>;
  close(): Promise<void>;
}

export async function openJudges(old: JsonObject, next: JsonObject): Promise<Judges> {
  const [before, after] = [await openJudge(old), await openJudge(next)];
  return {
    async find({ place }) {
      const examples = examplesFor(place).map((body) => before.complete(body, place.version));
      for (const example of examples) {
        const breakage = await judgeCreate({ before, after }, example);
        if (breakage !== undefined) {
          return breakage;
        }
      }
      return judgeUpdates({ before, after }, examples);
    },
    async close() {
      await before.close();
      await after.close();
    },
  };
}

/** Enough to meet every limit of a field once; each is a request to two servers. */
const MAX_EXAMPLES = 24;

function examplesFor(place: SchemaPlace): JsonObject[] {
  const values = makeCandidates(place.schema).slice(0, MAX_EXAMPLES - 1);
  const placed = values.map((value) => placeValue(place, value));
  // The parent as it is without the field.
  const without =
    place.parent === undefined ? [] : [placeValue(place.parent, makeCandidates(place.parent.schema)[0] ?? {})];
  return [...placed, ...without].filter(isJsonObject);
}

interface Pair {
  readonly before: Judge;
  readonly after: Judge;
}

async function judgeCreate({ before, after }: Pair, example: JsonObject): Promise<Breakage | undefined> {
  const was = await before.create(example);
  if (was.stored === undefined) {
    return undefined;
  }
  // What counts are objects as they are stored: they have the old defaults.
  const is = await after.create(was.stored);
  if (is.stored === undefined) {
    return { effect: "refused", example: was.stored, message: is.message };
  }
  const isSame = deepEqual(contentOf(was.stored), contentOf(is.stored));
  return isSame
    ? undefined
    : { effect: "changed", example: was.stored, message: describeChange(was.stored, is.stored) };
}

async function judgeUpdates({ before, after }: Pair, examples: readonly JsonObject[]): Promise<Breakage | undefined> {
  const [first, ...others] = examples;
  for (const other of first === undefined ? [] : others.slice(0, 6)) {
    for (const [from, to] of [
      [first as JsonObject, other],
      [other, first as JsonObject],
    ] as const) {
      const was = await before.update(from, to);
      const is = was.stored === undefined ? undefined : await after.update(from, to);
      if (is !== undefined && is.stored === undefined) {
        return { effect: "frozen", example: from, update: to, message: is.message };
      }
    }
  }
  return undefined;
}

interface Answer {
  readonly stored: JsonObject | undefined;
  readonly message: string;
}

interface Judge {
  complete(body: JsonObject, version: string): JsonObject;
  create(object: JsonObject): Promise<Answer>;
  update(old: JsonObject, next: JsonObject): Promise<Answer>;
  close(): Promise<void>;
}

async function openJudge(definition: JsonObject): Promise<Judge> {
  const server = await openLocalServer("kep");
  await server.send("POST", `/apis/${String(definition.apiVersion)}/customresourcedefinitions`, definition);
  const { group, names, scope } = asObject(definition.spec);
  const { kind, plural } = asObject(names);
  const inside = scope === "Cluster" ? "" : "/namespaces/default";
  const collection = ({ apiVersion }: JsonObject) => `/apis/${String(apiVersion)}${inside}/${String(plural)}`;
  const key = `/registry/${String(group)}/${String(plural)}/${scope === "Cluster" ? "" : "default/"}example`;
  return {
    complete: (body, version) => ({
      ...body,
      apiVersion: `${String(group)}/${version}`,
      kind: kind ?? "",
      metadata: { name: "example" },
    }),
    create: (object) => ask(server, "POST", collection(object), object),
    async update(old, next) {
      const metadata = { ...asObject(old.metadata), ...(scope === "Cluster" ? {} : { namespace: "default" }) };
      const planted = {
        ...metadata,
        uid: "00000000-0000-4000-8000-000000000000",
        creationTimestamp: "2026-01-01T00:00:00Z",
      };
      const revision = await server.plant(key, { ...old, metadata: planted });
      const body = { ...next, metadata: { ...asObject(next.metadata), resourceVersion: String(revision) } };
      return ask(server, "PUT", `${collection(next)}/example`, body);
    },
    close: () => server.close(),
  };
}

async function ask(server: LocalServer, method: string, target: string, object: JsonObject): Promise<Answer> {
  const { status, body } = await server.send(method, `${target}?dryRun=All`, object);
  const { name } = asObject(object.metadata);
  return status < 400
    ? { stored: { ...body, metadata: { name: name ?? "example" } }, message: "" }
    : { stored: undefined, message: String(body.message ?? `refused with ${status}`) };
}

function contentOf({ metadata: _, ...content }: JsonObject): JsonObject {
  return content;
}

/** The first field that is not what it was. */
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

function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
