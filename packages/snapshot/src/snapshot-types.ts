import { asObjects, isJsonObject } from "@kiln/api";
import { type Client, type ResourceType, readAnswer } from "@kiln/client";
import { SNAPSHOT_GROUP } from "./rules/judge.ts";
import type { SnapshotKind, SnapshotVersion } from "./rules/rule-set.ts";

export const SNAPSHOT_KINDS: readonly SnapshotKind[] = ["VolumeSnapshot", "VolumeSnapshotContent"];

export function typeOf(kind: SnapshotKind, version: SnapshotVersion): ResourceType {
  const isNamespaced = kind === "VolumeSnapshot";
  return { group: SNAPSHOT_GROUP, version, plural: `${kind.toLowerCase()}s`, isNamespaced };
}

/**
 * Version to use: v1beta1 while it is served, because its schema accepts invalid objects, too. Undefined if the cluster
 * has no snapshot CRDs.
 */
export async function findVersion(client: Client, signal?: AbortSignal): Promise<SnapshotVersion | undefined> {
  const response = await client.send("GET", `/apis/${SNAPSHOT_GROUP}`, signal === undefined ? {} : { signal });
  if (response.status === 404) {
    return undefined;
  }
  const group = await readAnswer(response);
  const versions = isJsonObject(group) ? asObjects(group.versions).map(({ version }) => version) : [];
  return (["v1beta1", "v1"] as const).find((version) => versions.includes(version));
}
