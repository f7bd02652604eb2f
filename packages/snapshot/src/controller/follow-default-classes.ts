import type { Clock } from "@kiln/api";
import { type Client, createEventRecorder, type Informer, startInformer } from "@kiln/client";
import { checkDefaultClass } from "../rules/default-class.ts";
import { SNAPSHOT_GROUP } from "../rules/judge.ts";
import type { SnapshotVersion } from "../rules/rule-set.ts";
import { printViolations } from "../rules/violation.ts";

export interface FollowClassesOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly fraction: () => number;
  readonly version: SnapshotVersion;
  readonly component: string;
  readonly onError: (error: unknown) => void;
}

/**
 * Reports an event on a default class if its driver has another one. The webhook cannot always prevent this: it may not
 * see a class created at the same moment.
 */
export function followDefaultClasses(options: FollowClassesOptions): Informer {
  const { client, clock, fraction, version, component, onError } = options;
  const recorder = createEventRecorder({ client, clock, component, onError });
  const informer = startInformer({
    client,
    clock,
    fraction,
    type: { group: SNAPSHOT_GROUP, version, plural: "volumesnapshotclasses", isNamespaced: false },
    onError,
    onChange: ({ type, object }) => {
      const clashes = type === "deleted" ? [] : checkDefaultClass({ object, old: undefined, classes: informer.list() });
      if (clashes.length > 0) {
        const message = printViolations(clashes);
        void recorder.record(object, { type: "Warning", reason: "MultipleDefaultClasses", message });
      }
    },
  });
  return informer;
}
