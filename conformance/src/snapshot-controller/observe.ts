import type { Clock, JsonObject, KubeObject } from "@kiln/api";
import { type Client, objectKey, type ResourceType, startInformer } from "@kiln/client";
import { faultOf, INVALID_LABELS, type SnapshotKind } from "@kiln/snapshot";
import { CONTENTS, SNAPSHOTS } from "./objects.ts";

/** Counts of one object, from its first to its last event. */
export interface ObservedObject {
  events: number;
  /** Writes of the label that `kiln snapshot controller` made, or may have made. */
  labelWrites: number;
}

export interface Observer {
  /** By resource and name. */
  readonly objects: ReadonlyMap<string, ObservedObject>;
  /** Names of objects that are there, by resource. */
  left(): readonly string[];
  stop(): void;
}

const MANAGER = "kiln-snapshot-controller";
const KINDS: readonly (readonly [ResourceType, SnapshotKind])[] = [
  [SNAPSHOTS, "VolumeSnapshot"],
  [CONTENTS, "VolumeSnapshotContent"],
];

/** Counts events and writes of labels, and plays the part of the CSI sidecar: terminating contents lose their finalizers. */
export async function observe(client: Client, clock: Clock): Promise<Observer> {
  const objects = new Map<string, ObservedObject>();
  const follow = ([type, kind]: (typeof KINDS)[number]) =>
    startInformer({
      client,
      clock,
      fraction: () => 0.5,
      type,
      onChange: (change) => {
        const { object } = change;
        const key = `${type.plural}/${object.metadata.name}`;
        const seen = objects.get(key) ?? { events: 0, labelWrites: 0 };
        objects.set(key, seen);
        seen.events++;
        if (change.type === "modified" && isOwnWrite(kind, change.old, object)) {
          seen.labelWrites++;
        }
        if (change.type !== "deleted" && type === CONTENTS && object.metadata.deletionTimestamp !== undefined) {
          const body = { metadata: { finalizers: null } };
          const { name } = object.metadata;
          client.patch(type, { name }, { type: "merge", body }).catch(() => {});
        }
      },
    });
  const informers = KINDS.map(follow);
  await Promise.all(informers.map(({ synced }) => synced));
  return {
    objects,
    left: () =>
      informers.flatMap((informer, index) =>
        [...informer.list()].map((object) => `${KINDS[index]?.[0].plural}/${objectKey(object)}`),
      ),
    stop: () => {
      for (const informer of informers) {
        informer.stop();
      }
    },
  };
}

/** A label that came is Kiln's if its manager is; one that went from an invalid object was removed by another writer. */
function isOwnWrite(kind: SnapshotKind, old: KubeObject, object: KubeObject): boolean {
  const label = INVALID_LABELS[kind];
  const hasLabel = ({ metadata }: KubeObject) => Object.hasOwn(metadata.labels ?? {}, label);
  if (hasLabel(object) && !hasLabel(old)) {
    const managers = (object.metadata.managedFields ?? []) as unknown as JsonObject[];
    return managers.some(
      ({ manager, fieldsV1 }) => manager === MANAGER && JSON.stringify(fieldsV1).includes(`f:${label}`),
    );
  }
  const isTerminating = object.metadata.deletionTimestamp !== undefined;
  return hasLabel(old) && !hasLabel(object) && (isTerminating || faultOf(kind, object) === "");
}
