import type { JsonObject, KubeObject, LabelSelectorObject, StringMap } from "@kiln/api";
import type { Cluster, KindName } from "../cluster/cluster.ts";
import type { View } from "../cluster/view.ts";
import type { NamedMeta, Pod } from "../objects.ts";
import { matchesNodeSelector } from "./node-affinity.ts";
import type { NodeRow } from "./node-table.ts";
import { SCHEDULER_ACTOR } from "./scheduler-actor.ts";

export interface Claim extends KubeObject {
  metadata: NamedMeta;
  spec: JsonObject & {
    storageClassName?: string;
    volumeName?: string;
    volumeMode?: string;
    accessModes?: string[];
    selector?: LabelSelectorObject;
    resources?: { requests?: StringMap };
  };
  status?: JsonObject & { phase?: string; capacity?: StringMap };
}

export interface Volume extends KubeObject {
  metadata: NamedMeta;
  spec: JsonObject & {
    storageClassName?: string;
    volumeMode?: string;
    accessModes?: string[];
    capacity?: StringMap;
    claimRef?: { namespace?: string; name?: string; uid?: string };
    persistentVolumeReclaimPolicy?: string;
    nodeAffinity?: JsonObject & { required?: JsonObject };
  };
  status?: JsonObject & { phase?: string };
}

export interface StorageClass extends KubeObject {
  metadata: NamedMeta;
  provisioner: string;
  reclaimPolicy?: string;
  volumeBindingMode?: string;
  mountOptions?: string[];
}

export const CLAIM: KindName = { apiVersion: "v1", kind: "PersistentVolumeClaim" };
export const VOLUME: KindName = { apiVersion: "v1", kind: "PersistentVolume" };
export const STORAGE_CLASS: KindName = { apiVersion: "storage.k8s.io/v1", kind: "StorageClass" };
export const SELECTED_NODE = "volume.kubernetes.io/selected-node";

/** Checks and binds the volumes of Pods for the scheduler. */
export interface Volumes {
  readonly claims: View<Claim>;
  readonly volumes: View<Volume>;
  readonly classes: View<StorageClass>;
  /** Checks the Pod's volumes: `message` if no node can use them, otherwise `isReachable` checks a node. */
  check(pod: Pod): { readonly message?: string; readonly isReachable?: (row: NodeRow) => string | undefined };
  /** Names the node of a volume's first Pod to its provisioner, and waits for the volume. */
  bind(pod: Pod, node: string): Promise<void>;
  onChange(listener: () => void): void;
}

export function openVolumes(cluster: Cluster): Volumes {
  const whole = <T>() => ({ read: (object: JsonObject) => object as unknown as T });
  const claims = cluster.view<Claim>(CLAIM, whole());
  const volumes = cluster.view<Volume>(VOLUME, whole());
  const classes = cluster.view<StorageClass>(STORAGE_CLASS, whole());
  const claimOf = (pod: Pod, name: string) => claims.get(cluster.keyOf(CLAIM, pod.metadata.namespace, name));
  return {
    claims,
    volumes,
    classes,
    check(pod) {
      const bound: Volume[] = [];
      const made = ephemeralClaims(pod);
      for (const name of claimNames(pod)) {
        const claim = claimOf(pod, name);
        if (claim === undefined && made.includes(name)) {
          return { message: `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"` };
        }
        const fault = faultOf(claim, name, classes.get(classKey(cluster, claim)));
        if (fault !== undefined) {
          return { message: fault };
        }
        const volume = volumes.get(cluster.keyOf(VOLUME, "", claim?.spec.volumeName ?? ""));
        if (volume?.spec.nodeAffinity?.required !== undefined) {
          bound.push(volume);
        }
      }
      return bound.length === 0 ? {} : { isReachable: (row) => conflictOf(bound, row) };
    },
    async bind(pod, node) {
      for (const name of claimNames(pod)) {
        const claim = claimOf(pod, name);
        if (claim !== undefined && claim.status?.phase !== "Bound") {
          await selectNode(cluster, { claim, node, claims });
        }
      }
    },
    onChange(listener) {
      for (const view of [claims, volumes, classes] as View<unknown>[]) {
        view.onChange(listener);
      }
    },
  };
}

/** Names of the claims of the Pod's volumes, those of its ephemeral volumes included. */
export function claimNames(pod: Pod): string[] {
  const named = (pod.spec.volumes ?? []).flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
  return [...named, ...ephemeralClaims(pod)];
}

/** Names of the claims for ephemeral volumes: those of Pod and volume, joined. */
function ephemeralClaims({ metadata, spec }: Pod): string[] {
  return (spec.volumes ?? []).flatMap(({ name, ephemeral }) =>
    ephemeral === undefined ? [] : [`${metadata.name}-${name}`],
  );
}

function classKey(cluster: Cluster, claim: Claim | undefined): string {
  return cluster.keyOf(STORAGE_CLASS, "", claim?.spec.storageClassName ?? "");
}

function faultOf(claim: Claim | undefined, name: string, storageClass: StorageClass | undefined): string | undefined {
  if (claim === undefined) {
    return `persistentvolumeclaim "${name}" not found`;
  }
  if (claim.metadata.deletionTimestamp != null) {
    return `persistentvolumeclaim "${name}" is being deleted`;
  }
  const waits = storageClass?.volumeBindingMode === "WaitForFirstConsumer";
  return claim.status?.phase === "Bound" || waits ? undefined : "pod has unbound immediate PersistentVolumeClaims";
}

function conflictOf(bound: readonly Volume[], { name, labels }: NodeRow): string | undefined {
  return bound.every(({ spec }) => matchesNodeSelector(spec.nodeAffinity?.required ?? {}, name, labels))
    ? undefined
    : "node(s) didn't match PersistentVolume's node affinity";
}

interface Selection {
  readonly claim: Claim;
  readonly node: string;
  readonly claims: View<Claim>;
}

/** Sets the node on the claim for its provisioner. Resolves when the claim is bound. */
async function selectNode(cluster: Cluster, { claim, node, claims }: Selection): Promise<void> {
  const { namespace, name } = claim.metadata;
  const key = cluster.keyOf(CLAIM, namespace, name);
  const bound = new Promise<void>((resolve) => {
    const stop = claims.onChange(({ key: changed, now }) => {
      if (changed === key && (now === undefined || now.status?.phase === "Bound")) {
        stop();
        resolve();
      }
    });
  });
  await cluster.change(SCHEDULER_ACTOR, claim, {
    change({ metadata }) {
      const meta = metadata as NamedMeta;
      meta.annotations = { ...meta.annotations, [SELECTED_NODE]: node };
      return true;
    },
  });
  await bound;
}
