import type { OwnerReference } from "@kiln/api";
import type { Actor } from "@kiln/kinds";
import type { KindName, ObjectRef } from "../cluster/cluster.ts";
import type { View } from "../cluster/view.ts";
import type { Workload } from "../objects.ts";
import type { PodRecord } from "../pods/pod-record.ts";
import type { Matches, Simulation } from "../simulation.ts";

/** Index value of the Pods in a namespace that have no managing controller. */
export function orphansOf(namespace: string): string {
  return `orphan/${namespace}`;
}

export function controllerRef({ apiVersion, kind, metadata }: ObjectRef): OwnerReference {
  const { name = "", uid = "" } = metadata;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** An object that can have a managing controller. */
export interface Claimable extends ObjectRef {
  readonly labels: Record<string, string>;
  readonly isDeleting: boolean;
}

export interface Claim<T> {
  readonly actor: Actor;
  readonly owner: Workload;
  readonly matches: Matches;
  /** Objects that the owner manages, and those without a managing controller. */
  readonly owned: Iterable<T>;
  readonly orphans: Iterable<T>;
}

/**
 * Objects of the owner: matching orphans are adopted, others are released. Kubernetes: a terminating owner neither
 * adopts nor releases (controller_ref_manager.go ClaimObject, v1.36).
 */
export async function claim<T extends Claimable>(
  { cluster }: Simulation,
  { actor, owner, matches, owned, orphans }: Claim<T>,
): Promise<T[]> {
  const isGoing = owner.metadata.deletionTimestamp != null;
  const claimed: T[] = [];
  const pending: Promise<unknown>[] = [];
  for (const one of owned) {
    if (matches(one.labels)) {
      claimed.push(one);
    } else if (!isGoing) {
      pending.push(release(one));
    }
  }
  for (const one of isGoing ? [] : orphans) {
    if (matches(one.labels) && !one.isDeleting) {
      claimed.push(one);
      pending.push(adopt(one));
    }
  }
  await Promise.all(pending);
  return claimed;

  function release(one: T): Promise<boolean> {
    return cluster.change(actor, one, {
      change({ metadata }) {
        const meta = metadata as { ownerReferences?: OwnerReference[] };
        const kept = (meta.ownerReferences ?? []).filter(({ uid }) => uid !== owner.metadata.uid);
        meta.ownerReferences = kept;
        return true;
      },
    });
  }
  function adopt(one: T): Promise<boolean> {
    return cluster.change(actor, one, {
      change({ metadata }) {
        const meta = metadata as { ownerReferences?: OwnerReference[] };
        if (meta.ownerReferences?.some(({ controller }) => controller === true)) {
          return false;
        }
        meta.ownerReferences = [...(meta.ownerReferences ?? []), controllerRef(owner)];
        return true;
      },
    });
  }
}

/** Calls `add` with the key of every object of the kind that a change of a Pod may affect. */
export function followPods<T extends Workload>(
  { cluster, pods, matches }: Simulation,
  { kind, view, add }: { readonly kind: KindName; readonly view: View<T>; readonly add: (key: string) => void },
): void {
  const [group] = kind.apiVersion.split("/");
  const touch = (pod: PodRecord | undefined): void => {
    const namespace = pod?.metadata.namespace ?? "";
    if (pod?.controller !== undefined) {
      if (pod.controller.kind === kind.kind && pod.controller.apiVersion.split("/")[0] === group) {
        add(cluster.keyOf(kind, namespace, pod.controller.name));
      }
    } else if (pod !== undefined) {
      for (const owner of view.by("namespace", namespace)) {
        if (matches(owner)(pod.labels)) {
          add(cluster.keyOf(kind, namespace, owner.metadata.name));
        }
      }
    }
  };
  pods.onChange(({ now, before }) => {
    touch(now);
    if (now === undefined || before?.controller?.uid !== now.controller?.uid || before?.labels !== now.labels) {
      touch(before);
    }
  });
}
