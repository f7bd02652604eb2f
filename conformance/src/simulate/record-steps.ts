import { asObjects, asText, type JsonObject, objectAt } from "@kiln/api";
import type { Client, ResourceType } from "@kiln/client";
import { KINDS } from "./snapshot.ts";

/** Kinds whose conditions change in an order that does not depend on how fast Pods become ready. */
const FOLLOWED = ["Deployment", "ReplicaSet", "Job", "PersistentVolumeClaim", "Pod"] as const;

export interface StepRecorder {
  /** One line an object: what happened to it, in order. */
  stop(): Promise<string[]>;
}

export interface Recording {
  readonly namespace: string;
  /** Pods are created one after the other: their order is a fact, and not only the steps of each. */
  readonly isOrdered: boolean;
}

/** Watches the namespace from now on. */
export function recordSteps(client: Client, { namespace, isOrdered }: Recording): StepRecorder {
  const stopper = new AbortController();
  const steps = new Map<string, string[]>();
  const watches = FOLLOWED.map(async (kind) => {
    const known = new Map<string, string>();
    const type = KINDS[kind] as ResourceType;
    // A lost watch begins again: objects that did not change add no step.
    while (!stopper.signal.aborted) {
      try {
        for await (const { type: change, object } of client.watch(type, { namespace, signal: stopper.signal })) {
          note(steps, known, { kind, change, object: object as JsonObject });
        }
      } catch {
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  });
  return {
    async stop() {
      stopper.abort();
      await Promise.allSettled(watches);
      return [...steps].flatMap(([about, list]) =>
        about === "Pods" && !isOrdered
          ? list.sort().map((step) => `step of Pods: ${step}`)
          : [`order of ${about}: ${list.join(", ")}`],
      );
    },
  };
}

interface Seen {
  readonly kind: (typeof FOLLOWED)[number];
  readonly change: string;
  readonly object: JsonObject;
}

/** Changes both maps: adds a step if it differs from the last one of its sort. */
function note(steps: Map<string, string[]>, known: Map<string, string>, { kind, change, object }: Seen): void {
  const { name, generateName } = objectAt(object, "metadata");
  // Pods with generated names change places from run to run.
  if (kind === "Pod" && generateName !== undefined && !isNumbered(object)) {
    return;
  }
  // The number at the end of a CronJob's Job is the minute that it was due at.
  const about = kind === "Pod" ? "Pods" : `${kind} ${asText(name).replace(/-2\d{7}$/, "-MINUTE")}`;
  const add = (sort: string, step: string) => {
    if (known.get(`${asText(name)} ${sort}`) !== step) {
      known.set(`${asText(name)} ${sort}`, step);
      steps.set(about, [...(steps.get(about) ?? []), kind === "Pod" ? `${asText(name)} ${step}` : step]);
    }
  };
  if (change === "DELETED") {
    add("end", "deleted");
    known.delete(`${asText(name)} end`);
    return;
  }
  for (const [sort, step] of stepsOf(kind, object)) {
    add(sort, step);
  }
}

function isNumbered(pod: JsonObject): boolean {
  return asObjects(objectAt(pod, "metadata").ownerReferences).some(({ kind }) => kind === "StatefulSet");
}

/** Facts that are steps when they change. */
function stepsOf(kind: Seen["kind"], object: JsonObject): [sort: string, step: string][] {
  const status = objectAt(object, "status");
  const conditions = asObjects(status.conditions).map(({ type, status: value, reason }): [string, string] => [
    asText(type),
    `${asText(type)}=${asText(value)} ${asText(reason)}`,
  ]);
  switch (kind) {
    case "ReplicaSet":
      return [["size", `${String(objectAt(object, "spec").replicas ?? 0)} replicas`]];
    case "Pod": {
      const isReady = conditions.some(([, step]) => step.startsWith("Ready=True"));
      const isGoing = objectAt(object, "metadata").deletionTimestamp !== undefined;
      return [["state", isGoing ? "terminating" : isReady ? "ready" : "created"]];
    }
    case "PersistentVolumeClaim":
      return [["phase", asText(status.phase)]];
    default:
      return conditions.filter(([, step]) => step !== PROGRESS);
  }
}

/** No step: how many Pods become ready between two reconciliations depends on time, and if all do, none is reported. */
const PROGRESS = "Progressing=True ReplicaSetUpdated";
