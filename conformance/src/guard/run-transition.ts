import { deepCopy, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import type { Change, Transition } from "./testing/random-transitions.ts";

export interface Answer {
  readonly status: number;
  readonly json: JsonObject | undefined;
}

/** Sends a request; resolves with error responses, too. */
export type Send = (method: string, target: string, body: JsonObject, contentType: string) => Promise<Answer>;

/** Outcome of a create or a change. */
export interface Outcome {
  readonly isTaken: boolean;
  /** Stored spec afterwards as JSON with sorted keys; undefined if the object was rejected. */
  readonly spec: string | undefined;
  readonly message: string;
  /** Paths of the fields in errors. */
  readonly fields: readonly string[];
}

const MIXERS = "/apis/example.com/v1/namespaces/default/mixers";

export interface Ran {
  readonly created: Outcome;
  /** Outcome of the change; undefined if there was nothing to change. */
  readonly changed: Outcome | undefined;
}

/** Creates the object under a name of its own, and changes it. */
export async function runTransition(send: Send, name: string, { before, change }: Transition): Promise<Ran> {
  const mixer = (spec: JsonObject): JsonObject => ({
    apiVersion: "example.com/v1",
    kind: "Mixer",
    metadata: { name },
    spec: deepCopy(spec),
  });
  const made = await send("POST", `${MIXERS}?fieldManager=first`, mixer(before), "application/json");
  const created = toOutcome(made);
  if (!created.isTaken) {
    return { created, changed: undefined };
  }
  const { metadata } = made.json as { metadata: JsonObject };
  const { resourceVersion = "" } = metadata;
  const body = mixer(change.spec);
  const target = `${MIXERS}/${name}?fieldManager=second`;
  const answers: Record<Change["how"], () => Promise<Answer>> = {
    put: () => send("PUT", target, { ...body, metadata: { name, resourceVersion } }, "application/json"),
    merge: () => send("PATCH", target, { spec: change.spec }, "application/merge-patch+json"),
    apply: () => send("PATCH", `${target}&force=true`, body, "application/apply-patch+yaml"),
  };
  return { created, changed: toOutcome(await answers[change.how]()) };
}

function toOutcome({ status, json }: Answer): Outcome {
  const isTaken = status < 300;
  const causes = isJsonObject(json?.details) ? json.details.causes : undefined;
  return {
    isTaken,
    spec: isTaken ? printSorted(json?.spec ?? null) : undefined,
    message: isTaken ? "" : `${status} ${String(json?.message ?? "")}`,
    fields: (Array.isArray(causes) ? causes : []).map((cause) => String((cause as JsonObject).field ?? "")),
  };
}

function printSorted(value: JsonValue): string {
  return JSON.stringify(value, (_, inner: JsonValue) =>
    isJsonObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
