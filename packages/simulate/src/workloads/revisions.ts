import { type JsonObject, type JsonValue, printJson, type StringMap } from "@kiln/api";
import type { Actor } from "@kiln/kinds";
import type { KindName } from "../cluster/cluster.ts";
import { isAlreadyExists } from "../cluster/open-cluster.ts";
import { isSame, type NamedMeta, type PodTemplate, type Workload } from "../objects.ts";
import type { Simulation } from "../simulation.ts";
import { controllerRef } from "./own-pods.ts";

/** A ControllerRevision: current or former template of a StatefulSet or DaemonSet. */
export interface Revision extends Workload {
  metadata: NamedMeta;
  data: { spec: { template: PodTemplate & { $patch?: string } } };
  revision: number;
}

export const REVISION: KindName = { apiVersion: "apps/v1", kind: "ControllerRevision" };

/** Kubernetes: the data of a revision is a patch that replaces the template, with sorted keys (stateful_set_utils.go getPatch, v1.36). */
export function revisionData(template: PodTemplate): string {
  const data = { spec: { template: { ...(template as JsonObject), $patch: "replace" } } };
  // Escapes the characters that Go escapes in JSON.
  return printJson(sortKeys(data as JsonValue)).replace(/[<>&\u2028\u2029]/g, escapeChar);
}

function escapeChar(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function sortKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value.map(sortKeys);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortKeys(value[key] as JsonValue)]),
  );
}

export function templateOf({ data }: Revision): PodTemplate {
  const { $patch: _, ...template } = data.spec.template;
  return structuredClone(template) as PodTemplate;
}

/** Revisions of an owner, oldest first. */
export function listRevisions({ workloads }: Simulation, owner: Workload): Revision[] {
  const revisions = [...workloads<Revision>(REVISION).by("owner", owner.metadata.uid)];
  return revisions.sort(
    (a, b) => Number(a.revision) - Number(b.revision) || (a.metadata.name < b.metadata.name ? -1 : 1),
  );
}

export interface NewRevision {
  readonly actor: Actor;
  readonly owner: Workload<{ template: PodTemplate }>;
  readonly hash: string;
  readonly labels: StringMap;
  readonly annotations?: StringMap;
}

/** Returns the revision of the owner's template: an equal one becomes the newest again, or a new one is created. */
export async function ensureRevision(
  simulation: Simulation,
  made: NewRevision,
): Promise<{ current: Revision; all: Revision[] }> {
  const { cluster } = simulation;
  const { owner, actor } = made;
  const all = listRevisions(simulation, owner);
  const data = JSON.parse(revisionData(owner.spec.template)) as Revision["data"];
  const newest = all.at(-1);
  const equal = all.filter((one) => isSame(one.data, data)).at(-1);
  if (equal !== undefined && equal === newest) {
    return { current: equal, all };
  }
  const revision = Number(newest?.revision ?? 0) + 1;
  if (equal !== undefined) {
    await cluster.change(actor, equal, {
      change(object) {
        object.revision = revision;
        return true;
      },
    });
    return { current: { ...equal, revision }, all: listRevisions(simulation, owner) };
  }
  try {
    await cluster.create(actor, {
      ...REVISION,
      metadata: {
        name: `${owner.metadata.name}-${made.hash}`,
        namespace: owner.metadata.namespace,
        labels: made.labels,
        ...(made.annotations === undefined ? {} : { annotations: made.annotations }),
        ownerReferences: [controllerRef(owner)],
      },
      data,
      revision,
    } as never);
  } catch (error) {
    if (!isAlreadyExists(error)) {
      throw error;
    }
  }
  const now = listRevisions(simulation, owner);
  const current = now.find((one) => isSame(one.data, data));
  if (current === undefined) {
    await countCollision(simulation, made);
    throw new Error(`revision ${owner.metadata.name}-${made.hash} has another template; another name is tried`);
  }
  return { current, all: now };
}

/** Kubernetes: the count of collisions is part of the next hash (daemon/update.go snapshot, v1.36). */
async function countCollision({ cluster }: Simulation, { actor, owner }: NewRevision): Promise<void> {
  await cluster.change(actor, owner, {
    subresource: "status",
    change(object) {
      const status = (object.status ?? {}) as JsonObject;
      object.status = { ...status, collisionCount: Number(status.collisionCount ?? 0) + 1 };
      return true;
    },
  });
}

/** Deletes the oldest unused revisions beyond the limit. */
export async function trimRevisions(
  { cluster }: Simulation,
  actor: Actor,
  {
    all,
    isLive,
    limit,
  }: { readonly all: readonly Revision[]; readonly isLive: (one: Revision) => boolean; readonly limit: number },
): Promise<void> {
  const history = all.filter((one) => !isLive(one));
  for (const one of history.slice(0, Math.max(history.length - limit, 0))) {
    await cluster.remove(actor, one);
  }
}
