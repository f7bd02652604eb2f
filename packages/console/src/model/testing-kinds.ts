import { asObjects, type JsonObject, type KubeObject, objectAt, textAt } from "@kiln/api";
import { type Client, type ResourceType, readAnswer } from "@kiln/client";
import type { Kind } from "../kinds/read-kinds.ts";
import { comparableYaml, MANAGER } from "./write-object.ts";

const GROUP = { group: "testing.kiln.dev", version: "v1", isNamespaced: false } as const;
export const FORKS: ResourceType = { ...GROUP, plural: "forks" };
export const CLOCKS: ResourceType = { ...GROUP, plural: "clocks" };
export const FAULTS: ResourceType = { ...GROUP, plural: "faults" };

/** Whether the server was started with `kiln serve --testing`; also true in its forks. */
export function hasTesting(kinds: readonly Kind[]): boolean {
  return kinds.some(({ group }) => group === GROUP.group);
}

/** Path prefix of a fork's requests; empty for the base cluster. */
export function clusterPrefix(fork: string | undefined): string {
  return fork === undefined || fork === "" ? "" : `/clusters/${encodeURIComponent(fork)}`;
}

export async function createFork(client: Client, name: string, from: JsonObject | undefined): Promise<KubeObject> {
  return client.create(FORKS, {
    apiVersion: "testing.kiln.dev/v1",
    kind: "Fork",
    metadata: { name },
    ...(from === undefined ? {} : { spec: { from } }),
  });
}

/** Resets a fork to its initial state by an increase of `spec.resets`. */
export async function resetFork(client: Client, name: string): Promise<void> {
  const fork = await client.get(FORKS, { name });
  const { resets } = objectAt(fork, "spec");
  const next = (typeof resets === "number" ? resets : 0) + 1;
  await client.patch(FORKS, { name }, { type: "merge", body: { spec: { resets: next } } });
}

/** An object that was added, removed or changed in a fork since it started. */
export interface ForkChange {
  readonly type: "created" | "changed" | "deleted";
  /** Path such as `example.com/backups/default/nightly`. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Prefixes of kinds that controllers change all the time. */
const NOISE = ["core/events/", "events.k8s.io/events/", "coordination.k8s.io/leases/"];

/** Changes of a fork; `base` is the client of the base cluster. */
export async function readForkChanges(base: Client, fork: string): Promise<readonly ForkChange[]> {
  const answer = await readAnswer(await base.send("GET", `${clusterPrefix(fork)}/testing/changes`));
  return asObjects(answer.items)
    .map(toForkChange)
    .filter(({ path }) => !NOISE.some((prefix) => path.startsWith(prefix)));
}

function toForkChange(change: JsonObject): ForkChange {
  const text = (object: JsonObject) => (Object.keys(object).length === 0 ? "" : comparableYaml(object));
  const type = textAt(change, "type");
  return {
    type: type === "created" || type === "deleted" ? type : "changed",
    path: textAt(change, "key").replace(/^\/registry\//, ""),
    before: text(objectAt(change, "before")),
    after: text(objectAt(change, "after")),
  };
}

/** Stops, sets or advances the clock of the client's cluster. */
export async function setClock(client: Client, spec: JsonObject): Promise<void> {
  const clock = { apiVersion: "testing.kiln.dev/v1", kind: "Clock", metadata: { name: "cluster" }, spec };
  const place = { name: "cluster" };
  await client.patch(CLOCKS, place, { type: "apply", body: clock, force: true }, { fieldManager: MANAGER });
}
