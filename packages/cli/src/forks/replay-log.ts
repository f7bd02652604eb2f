import { asObject, asObjects, deepEqual, type JsonObject, type JsonValue, textAt } from "@kiln/api";
import type { TestingClient } from "./open-server.ts";
import type { SavedLog } from "./saved-log.ts";

/** A difference between the log and its replay. */
export interface Difference {
  readonly entry: JsonObject;
  /** Kind of difference: code, fault, or the write in question. */
  readonly what: string;
  readonly before: string;
  readonly now: string;
}

export interface ReplayResult {
  readonly sent: number;
  /** Number of requests that cannot be sent again: watches, requests for Secrets and requests that were cut off. */
  readonly skipped: number;
  readonly difference: Difference | undefined;
}

export interface ReplayOptions {
  readonly server: TestingClient;
  /** Path prefix of the fresh fork. */
  readonly cluster: string;
  readonly onStep?: () => void;
}

/**
 * Sends the requests of a log to a fresh fork, one after the other, each at its original time, until a result differs.
 */
export async function replayLog(saved: SavedLog, options: ReplayOptions): Promise<ReplayResult> {
  const requests = saved.items.filter(({ user }) => user !== "");
  const replayed = requests.filter(isReplayable);
  const known: Known = { uids: new Map(), versions: new Map(), last: 0 };
  const steer = await createClock(options);
  let sent = 0;
  for (const entry of replayed) {
    await steer(textAt(entry, "time"));
    const now = await repeat(entry, { saved, known, ...options });
    sent++;
    options.onStep?.();
    const difference = compare(entry, now, known);
    if (difference !== undefined) {
      return { sent, skipped: requests.length - replayed.length, difference };
    }
  }
  return { sent, skipped: requests.length - replayed.length, difference: undefined };
}

function isReplayable({ verb, request, writes }: JsonObject): boolean {
  const { body, base64 } = asObject(request);
  const isWrite = ["create", "update", "patch"].includes(String(verb));
  const hasBody = body !== undefined || base64 !== undefined;
  return request !== undefined && verb !== "watch" && (hasBody || !isWrite || asObjects(writes).length === 0);
}

/** Values of the log and their counterparts in the replay. */
interface Known {
  readonly uids: Map<string, string>;
  readonly versions: Map<string, string>;
  /** Number of the last entry that was read from the replay's own log. */
  last: number;
}

/**
 * Returns a function that sets the fork's clock, which stands still otherwise, so that timestamps are those of the log.
 */
async function createClock({ server, cluster }: ReplayOptions): Promise<(time: string) => Promise<void>> {
  const path = `${cluster}/apis/testing.kiln.dev/v1/clocks`;
  let isMade = false;
  return async (time) => {
    const spec = { stopped: true, time };
    if (isMade) {
      await server.send("PATCH", `${path}/cluster`, { spec });
      return;
    }
    isMade = true;
    const kind = { apiVersion: "testing.kiln.dev/v1", kind: "Clock", metadata: { name: "cluster" } };
    await server.send("POST", path, { ...kind, spec });
  };
}

interface Repeating extends ReplayOptions {
  readonly saved: SavedLog;
  readonly known: Known;
}

/** Sends the request of an entry again. Returns the entry in the replay's log. */
async function repeat(entry: JsonObject, { server, cluster, saved, known }: Repeating): Promise<JsonObject> {
  const faults = `${cluster}/apis/testing.kiln.dev/v1/faults`;
  const spec = entry.fault === undefined ? undefined : saved.faults[String(entry.fault)];
  if (spec !== undefined) {
    const { match: _, nth: __, probability: ___, seed: ____, delay, ...rest } = asObject(spec);
    // The delay is dropped: the times in the log contain it already, and the clock stands still.
    const effect: JsonObject = delay === undefined ? rest : { ...rest, delay: "0s" };
    const kind = { apiVersion: "testing.kiln.dev/v1", kind: "Fault", metadata: { name: String(entry.fault) } };
    await server.send("POST", faults, { ...kind, spec: { ...effect, times: 1 } });
  }
  const { method, target, contentType, body, base64 } = asObject(entry.request) as Record<string, string>;
  const content = base64 === undefined ? translate(body ?? "", known) : Buffer.from(base64, "base64");
  const user = textAt(entry, "user");
  await server.sendRaw({
    method: method ?? "GET",
    target: `${cluster}${target}`,
    headers: {
      "user-agent": textAt(entry, "userAgent"),
      ...(contentType ? { "content-type": contentType } : {}),
      ...(user.startsWith("system:serviceaccount:") ? { "impersonate-user": user } : {}),
    },
    body: content,
  });
  if (spec !== undefined) {
    await server.send("DELETE", `${faults}/${encodeURIComponent(String(entry.fault))}`);
  }
  const items = asObjects((await server.send("GET", `${cluster}/testing/log?after=${known.last}`)).items);
  known.last = Number(items.at(-1)?.number ?? known.last);
  return items.find((item) => item.user !== "") ?? {};
}

/** Replaces the log's uids and resourceVersion in the body by those of the replay. */
function translate(body: string, { uids, versions }: Known): string {
  return translateUids(body, uids).replace(
    /("resourceVersion":\s*")(\d+)"/g,
    (_, key, version) => `${key}${versions.get(version) ?? version}"`,
  );
}

function translateUids(text: string, uids: ReadonlyMap<string, string>): string {
  return text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (uid) => uids.get(uid) ?? uid);
}

function compare(entry: JsonObject, now: JsonObject, known: Known): Difference | undefined {
  for (const what of ["code", "fault"]) {
    if (entry[what] !== now[what]) {
      return { entry, what, before: String(entry[what] ?? "none"), now: String(now[what] ?? "none") };
    }
  }
  const [before, after] = [asObjects(entry.writes), asObjects(now.writes)];
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const [was, is] = [before[i], after[i]];
    noteCounterparts(was, is, known);
    if (was === undefined || is === undefined || !isSameWrite(was, is, { known, time: textAt(entry, "time") })) {
      const show = (write: JsonObject | undefined) => (write === undefined ? "none" : printWrite(write));
      return { entry, what: `write ${i + 1}`, before: show(was), now: show(is) };
    }
  }
  return undefined;
}

function printWrite({ type, key, patch }: JsonObject): string {
  return `${type} ${key} ${JSON.stringify(patch)}`;
}

/** Adds uids and resource versions of an object to `known`, with their counterparts. */
function noteCounterparts(was: JsonObject | undefined, is: JsonObject | undefined, known: Known): void {
  const uid = (write: JsonObject | undefined) => textAt(asObject(asObject(write?.patch).metadata), "uid");
  if (uid(was) !== "" && uid(is) !== "") {
    known.uids.set(uid(was), uid(is));
  }
  if (was !== undefined && is !== undefined) {
    known.versions.set(String(was.resourceVersion), String(is.resourceVersion));
  }
}

/**
 * Compares uids by their counterparts, because their order differs: the replay's own Clock and Faults, and concurrent
 * requests, take some too. `time` is when the request of the log arrived.
 */
function isSameWrite(was: JsonObject, is: JsonObject, { known, time }: { known: Known; time: string }): boolean {
  const expected = maskTimes(translateUids(JSON.stringify(was.patch), known.uids), time);
  const actual = maskTimes(JSON.stringify(is.patch), time);
  return was.type === is.type && was.key === is.key && deepEqual(JSON.parse(expected), JSON.parse(actual) as JsonValue);
}

/** Maximum duration of a request that the server limits. */
const REQUEST_MS = 60_000;

/**
 * Masks timestamps of the minute from `time` on. The replay's clock stands still at that time, while the request of the
 * log took some milliseconds, after which the next second may have begun.
 */
function maskTimes(text: string, time: string): string {
  const from = Math.floor(Date.parse(time) / 1000) * 1000;
  return text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (stamp) => {
    const at = Date.parse(stamp);
    return at >= from && at < from + REQUEST_MS ? "<time of the request>" : stamp;
  });
}
