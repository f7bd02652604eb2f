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
import type { PodAddresses } from "./pods/pod-addresses.ts";
import type { PodRecord } from "./pods/pod-record.ts";

/** State shared by all controllers of the simulation. */
export interface Simulation {
  readonly cluster: Cluster;
  readonly pods: View<PodRecord>;
  readonly nodes: View<Node>;
  readonly addresses: PodAddresses;
  readonly record: RecordEvent;
  readonly volumes: Volumes;
  /** Kinds of the core group that Stage objects handle: the simulation does not update their status otherwise. */
  readonly staged: Set<string>;
  /**
   * View of a workload kind with complete objects; indexed by `owner` (uid of the managing controller) and `namespace`.
   */
  workloads<T extends Workload>(kind: KindName): View<T>;
  /** Returns the compiled selector of a workload, one for each version of the object. */
  readonly matches: (owner: Workload) => Matches;
}

/** A simulated controller. Its `add` is called for every object once all kinds are loaded. */
export interface SimulatedController {
  /** Name of the controller in kube-controller-manager. */
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

/** Compiles a selector, which matches nothing if it is absent or invalid. */
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
