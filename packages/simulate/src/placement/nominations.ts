import type { PodRecord } from "../pods/pod-record.ts";

/** Nodes reserved for Pods for which others were preempted, until these Pods are bound or deleted. */
export interface Nominations {
  nominate(pod: PodRecord, node: string): void;
  withdraw(key: string): void;
  /** Nominated Pods of the same or a higher priority, without the Pod itself. */
  against(pod: PodRecord): readonly Nomination[];
}

export interface Nomination {
  readonly pod: PodRecord;
  readonly node: string;
}

export function createNominations(): Nominations {
  const nominations = new Map<string, Nomination>();
  return {
    nominate: (pod, node) => void nominations.set(pod.key, { pod, node }),
    withdraw: (key) => void nominations.delete(key),
    against: ({ key, needs }) =>
      [...nominations.values()].filter(({ pod }) => pod.key !== key && pod.needs.priority >= needs.priority),
  };
}
