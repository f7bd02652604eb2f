import { createCounter, createGauge, type Family, type NumberCell, printMetrics } from "@kiln/api";
import type { Informer } from "@kiln/client";
import { isDefaultClass } from "../rules/default-class.ts";
import { textOf } from "../rules/field.ts";
import type { SnapshotKind } from "../rules/rule-set.ts";
import { faultOf, isLabelled } from "./plan-marking.ts";

type Outcome = "written" | "unchanged" | "failed";

/** Metrics of the objects that the controller follows. */
export interface ControllerMetrics {
  /** Adds informers whose objects are counted. */
  follow(informers: ReadonlyMap<SnapshotKind, Informer>, classes?: Informer): void;
  count(outcome: Outcome): void;
  /** Sets the function that counts objects of which another writer reverts a field. */
  countContested(contested: () => number): void;
  swept(at: Date): void;
  /** Metrics in the text format of Prometheus. */
  print(): string;
}

export function createControllerMetrics(): ControllerMetrics {
  const looks = createCounter({
    name: "snapshot_controller_looks_total",
    help: "Total number of objects processed, by result.",
    labels: ["result"],
  });
  const sweep = createGauge({
    name: "snapshot_controller_last_sweep_timestamp_seconds",
    help: "Time of the last complete pass over all objects, in seconds since the Unix epoch.",
  });
  for (const outcome of ["written", "unchanged", "failed"] satisfies Outcome[]) {
    looks.cell([outcome]);
  }
  sweep.cell([]);
  let followed: ReadonlyMap<SnapshotKind, Informer> = new Map();
  let followedClasses: Informer | undefined;
  let contestedObjects = () => 0;
  return {
    follow: (informers, classes) => {
      followed = informers;
      followedClasses = classes;
    },
    count: (outcome) => {
      looks.cell([outcome]).value++;
    },
    countContested: (contested) => {
      contestedObjects = contested;
    },
    swept: (at) => {
      sweep.cell([]).value = at.getTime() / 1000;
    },
    print: () =>
      printMetrics([
        ...countObjects(followed),
        countDefaults(followedClasses),
        looks,
        countContested(contestedObjects()),
        sweep,
      ]),
  };
}

/** Counted on scrape, from the informers. */
function countObjects(followed: ReadonlyMap<SnapshotKind, Informer>): Family<NumberCell>[] {
  const objects = createGauge({
    name: "snapshot_controller_objects",
    help: "Number of objects, by kind.",
    labels: ["kind"],
  });
  const invalid = createGauge({
    name: "snapshot_controller_invalid_objects",
    help: "Number of objects that violate a rule, by kind and namespace.",
    labels: ["kind", "namespace"],
  });
  const labelled = createGauge({
    name: "snapshot_controller_labelled_objects",
    help: "Number of objects labeled as invalid.",
    labels: ["kind", "namespace"],
  });
  for (const [kind, informer] of followed) {
    objects.cell([kind]).value = informer.size;
    for (const object of informer.list()) {
      const place = [kind, object.metadata.namespace ?? ""];
      if (faultOf(kind, object) !== "") {
        invalid.cell(place).value++;
      }
      if (isLabelled(kind, object)) {
        labelled.cell(place).value++;
      }
    }
  }
  return [objects, invalid, labelled];
}

function countDefaults(classes: Informer | undefined): Family<NumberCell> {
  const defaults = createGauge({
    name: "snapshot_controller_default_classes",
    help: "Number of default classes, by driver. More than one is an error.",
    labels: ["driver"],
  });
  for (const each of classes?.list() ?? []) {
    defaults.cell([textOf(each, "driver")]).value += isDefaultClass(each) ? 1 : 0;
  }
  return defaults;
}

function countContested(count: number): Family<NumberCell> {
  const contested = createGauge({
    name: "snapshot_controller_contested_objects",
    help: "Number of objects whose label or status another writer reverts.",
  });
  contested.cell([]).value = count;
  return contested;
}
