import type { PodRecord } from "../pods/pod-record.ts";

/** Number of placed Pods by controller and node, without those being deleted. */
export interface ControllerCounts {
  /** Adds a Pod to the count of its controller on the node, or subtracts it. */
  count(pod: PodRecord, node: string, sign: 1 | -1): void;
  of(controller: string): ReadonlyMap<string, number>;
}

const NONE: ReadonlyMap<string, number> = new Map();

/** Counting the Pods of all nodes again took half a millisecond for each new Pod of 30,000. */
export function createControllerCounts(): ControllerCounts {
  const byController = new Map<string, Map<string, number>>();
  return {
    count({ controller, isDeleting }, node, sign) {
      if (controller === undefined || isDeleting) {
        return;
      }
      const { uid } = controller;
      const counts = byController.get(uid) ?? new Map<string, number>();
      const now = (counts.get(node) ?? 0) + sign;
      now === 0 ? counts.delete(node) : counts.set(node, now);
      counts.size === 0 ? byController.delete(uid) : byController.set(uid, counts);
    },
    of: (controller) => byController.get(controller) ?? NONE,
  };
}
