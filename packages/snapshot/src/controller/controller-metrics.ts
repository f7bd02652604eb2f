import type { Informer } from "@kiln/client";
import { isDefaultClass } from "../rules/default-class.ts";
import { textOf } from "../rules/field.ts";
import type { SnapshotKind } from "../rules/rule-set.ts";
import { faultOf, isLabelled } from "./plan-marking.ts";

type Outcome = "written" | "unchanged" | "failed";

/** What the controller knows of the cluster. */
export interface ControllerMetrics {
  /** From now on, these are what is counted. */
  follow(informers: ReadonlyMap<SnapshotKind, Informer>, classes?: Informer): void;
  count(outcome: Outcome): void;
  /** From now on, this counts the objects of which another writer undoes a field. */
  countContested(contested: () => number): void;
  swept(at: Date): void;
  /** In the text format of Prometheus. */
  print(): string;
}

export function createControllerMetrics(): ControllerMetrics {
  const outcomes: Record<Outcome, number> = { written: 0, unchanged: 0, failed: 0 };
  let followed: ReadonlyMap<SnapshotKind, Informer> = new Map();
  let followedClasses: Informer | undefined;
  let sweptSeconds = 0;
  let contestedObjects = () => 0;
  return {
    follow: (informers, classes) => {
      followed = informers;
      followedClasses = classes;
    },
    count: (outcome) => {
      outcomes[outcome]++;
    },
    countContested: (contested) => {
      contestedObjects = contested;
    },
    swept: (at) => {
      sweptSeconds = at.getTime() / 1000;
    },
    print: () =>
      [
        ...family("snapshot_controller_objects", "gauge", "Objects there are, by kind."),
        ...[...followed].map(([kind, { size }]) => `snapshot_controller_objects{kind="${kind}"} ${size}`),
        ...family("snapshot_controller_invalid_objects", "gauge", "Objects that break a rule, by kind and namespace."),
        ...countBy(followed, "snapshot_controller_invalid_objects", (kind, object) => faultOf(kind, object) !== ""),
        ...family("snapshot_controller_labelled_objects", "gauge", "Objects with the label of invalid ones."),
        ...countBy(followed, "snapshot_controller_labelled_objects", isLabelled),
        ...family(
          "snapshot_controller_default_classes",
          "gauge",
          "Default classes by driver: more than one is a fault.",
        ),
        ...countDefaults(followedClasses),
        ...family("snapshot_controller_looks_total", "counter", "Objects looked at, by what came of it."),
        ...Object.entries(outcomes).map(
          ([result, count]) => `snapshot_controller_looks_total{result="${result}"} ${count}`,
        ),
        ...family(
          "snapshot_controller_contested_objects",
          "gauge",
          "Objects of which another writer undoes the label or the status.",
        ),
        `snapshot_controller_contested_objects ${contestedObjects()}`,
        ...family("snapshot_controller_last_sweep_timestamp_seconds", "gauge", "When all objects were last looked at."),
        `snapshot_controller_last_sweep_timestamp_seconds ${sweptSeconds}`,
        "",
      ].join("\n"),
  };
}

function countDefaults(classes: Informer | undefined): string[] {
  const counts = new Map<string, number>();
  for (const each of classes?.list() ?? []) {
    const driver = textOf(each, "driver");
    counts.set(driver, (counts.get(driver) ?? 0) + (isDefaultClass(each) ? 1 : 0));
  }
  return [...counts].map(
    ([driver, count]) => `snapshot_controller_default_classes{driver=${JSON.stringify(driver)}} ${count}`,
  );
}

function family(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function countBy(
  followed: ReadonlyMap<SnapshotKind, Informer>,
  name: string,
  matches: (kind: SnapshotKind, object: Parameters<typeof isLabelled>[1]) => boolean,
): string[] {
  return [...followed].flatMap(([kind, informer]) => {
    const counts = new Map<string, number>();
    for (const object of informer.list()) {
      if (matches(kind, object)) {
        const { namespace = "" } = object.metadata;
        counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
      }
    }
    return [...counts].map(([namespace, count]) => `${name}{kind="${kind}",namespace="${namespace}"} ${count}`);
  });
}
