import {
  compileLabelSelector,
  fromLabelSelectorObject,
  type JsonObject,
  type LabelSelectorObject,
  type StringMap,
} from "@kiln/api";
import type { Cluster, KindName } from "./cluster/cluster.ts";
import type { RecordEvent } from "./cluster/event-recorder.ts";
import type { View } from "./cluster/view.ts";
import type { Node, Workload } from "./objects.ts";
import type { Volumes } from "./placement/volumes.ts";
import type { PodRecord } from "./pods/pod-record.ts";

/** State shared by all controllers of the simulation. */
export interface Simulation {
  readonly cluster: Cluster;
  readonly pods: View<PodRecord>;
  readonly nodes: View<Node>;
  readonly record: RecordEvent;
  readonly volumes: Volumes;
  /** Kinds with Stage objects: other simulated status updates of them are off. */
  readonly staged: Set<string>;
  /** The objects of a workload kind, whole; indexed by `owner` (uid of the managing controller) and `namespace`. */
  workloads<T extends Workload>(kind: KindName): View<T>;
  /** Whether labels match the object's selector; compiled once per version of the object. */
  readonly matches: (owner: Workload) => Matches;
}

/** One controller: `add` is called for every object once all kinds are loaded. */
export interface SimulatedController {
  /** As kube-controller-manager calls it. */
  readonly name: string;
  start(simulation: Simulation): Started;
}

export interface Started {
  /** Queues all objects; called once, after the views are loaded. */
  begin(): void;
  stop(): void;
}

export const POD: KindName = { apiVersion: "v1", kind: "Pod" };
export const NODE: KindName = { apiVersion: "v1", kind: "Node" };

export type Matches = (labels: StringMap) => boolean;

/** Selects nothing if absent or invalid. */
export function compileSelector(selector: LabelSelectorObject | undefined): Matches {
  const { value } = fromLabelSelectorObject(selector);
  if (value === undefined) {
    return () => false;
  }
  const matches = compileLabelSelector(value);
  return (labels) => matches(labels as never);
}

export function isEmptySelector(selector: LabelSelectorObject | undefined): boolean {
  const { matchLabels, matchExpressions } = (selector ?? {}) as JsonObject;
  return (
    Object.keys((matchLabels ?? {}) as JsonObject).length === 0 && ((matchExpressions ?? []) as unknown[]).length === 0
  );
}
