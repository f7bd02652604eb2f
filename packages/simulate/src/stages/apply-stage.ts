import { isJsonObject, type JsonObject, type JsonValue, type KubeObject, printTime } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { CelError } from "@kiln/cel";
import { type Actor, toJson } from "@kiln/kinds";
import { refOf } from "../cluster/event-recorder.ts";
import type { Simulation } from "../simulation.ts";
import { runTemplate, type TemplateFunction } from "./run-template.ts";
import type { CompiledStage, StageNext } from "./stage.ts";

const ACTOR: Actor = {
  user: { name: "system:kwok-controller", groups: ["system:masters", "system:authenticated"] },
  program: "kwok",
};

/** Moves the object to the next state. Throws an Error for an invalid template. */
export async function applyStage(simulation: Simulation, compiled: CompiledStage, object: KubeObject): Promise<void> {
  const { cluster } = simulation;
  const { next } = compiled.stage.spec;
  const { event, finalizers } = next;
  if (event !== undefined) {
    simulation.record(ACTOR, {
      component: "kwok",
      about: refOf(object as never),
      type: event.type === "Warning" ? "Warning" : "Normal",
      reason: event.reason ?? "",
      message: event.message ?? "",
    });
  }
  if (finalizers !== undefined) {
    await cluster.change(ACTOR, object as never, {
      change: ({ metadata }) => setFinalizers(metadata as JsonObject, finalizers),
    });
  }
  if (next.delete === true) {
    await cluster.remove(ACTOR, object as never, { gracePeriodSeconds: 0 });
    return;
  }
  for (const { subresource, change } of changesOf(simulation, compiled, object)) {
    await cluster.change(ACTOR, object as never, {
      ...(subresource === undefined ? {} : { subresource }),
      change(current) {
        const before = JSON.stringify(current);
        merge(current, change);
        return JSON.stringify(current) !== before;
      },
    });
  }
}

interface StageChange {
  readonly subresource?: string;
  readonly change: JsonObject;
}

function changesOf(simulation: Simulation, { stage, status }: CompiledStage, object: KubeObject): StageChange[] {
  const { next } = stage.spec;
  const functions = functionsFor(simulation, object);
  const render = (text: string) => asObject(parseYaml(runTemplate(text, object, functions)).value ?? {});
  const subresource = next.statusSubresource ?? "status";
  const changes: StageChange[] = [];
  if (next.statusTemplate !== undefined) {
    changes.push({ subresource, change: { status: render(next.statusTemplate) } });
  }
  if (status !== undefined) {
    const { value } = status.evaluate({ self: object, now: printTime(simulation.cluster.clock.now()) });
    if (value instanceof CelError) {
      throw new Error(`statusExpression of stage ${stage.metadata.name}: ${value.message}`);
    }
    const read = toJson(value);
    if (read.fault !== undefined) {
      throw new Error(`statusExpression of stage ${stage.metadata.name}: ${read.fault}`);
    }
    changes.push({ subresource, change: { status: asObject(read.value) } });
  }
  for (const { subresource: endpoint, root, template } of next.patches ?? []) {
    const made = render(template);
    const change = root === undefined || root === "" ? made : { [root]: made };
    changes.push({ ...(endpoint === undefined || endpoint === "" ? {} : { subresource: endpoint }), change });
  }
  return changes;
}

function asObject(value: JsonValue): JsonObject {
  if (!isJsonObject(value)) {
    throw new Error(`a template must give a map, not ${JSON.stringify(value)}`);
  }
  return value;
}

/** Changes the target. Lists of objects with a type or a name are merged by it, as strategic merge patches do. */
function merge(target: JsonObject, change: JsonObject): void {
  for (const [key, value] of Object.entries(change)) {
    const current = target[key];
    if (isJsonObject(value) && isJsonObject(current)) {
      merge(current, value);
    } else if (Array.isArray(value) && Array.isArray(current)) {
      target[key] = mergeLists(current, value);
    } else if (value === null) {
      delete target[key];
    } else {
      target[key] = value;
    }
  }
}

function mergeLists(current: readonly JsonValue[], change: readonly JsonValue[]): JsonValue[] {
  const keyOf = (item: JsonValue) => (isJsonObject(item) ? (item.type ?? item.name) : undefined);
  if (!change.every((item) => keyOf(item) !== undefined)) {
    return [...change];
  }
  const merged = [...current];
  for (const item of change) {
    const place = merged.findIndex((one) => keyOf(one) === keyOf(item));
    if (place < 0) {
      merged.push(item);
    } else {
      const copy = structuredClone(merged[place]) as JsonObject;
      merge(copy, item as JsonObject);
      merged[place] = copy;
    }
  }
  return merged;
}

function setFinalizers(
  metadata: JsonObject,
  { add = [], remove = [], empty }: NonNullable<StageNext["finalizers"]>,
): boolean {
  const before = (metadata.finalizers ?? []) as string[];
  const removed = remove.map(({ value }) => value);
  const kept = empty === true ? [] : before.filter((one) => !removed.includes(one));
  const after = [...new Set([...kept, ...add.map(({ value }) => value)])];
  metadata.finalizers = after;
  return JSON.stringify(after) !== JSON.stringify(before);
}

/** Functions that KWOK adds to Go templates. */
function functionsFor({ cluster, nodes }: Simulation, object: KubeObject): Record<string, TemplateFunction> {
  const now = printTime(cluster.clock.now());
  const addressOf = (name: string) =>
    [...nodes.all()]
      .find(({ metadata }) => metadata.name === name)
      ?.status?.addresses?.find(({ type }) => type === "InternalIP")?.address ?? "10.240.0.1";
  const uid = String(object.metadata.uid ?? "");
  const podIp = () =>
    `10.244.${[...uid].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 65_000, 7) >> 8}.${[...uid].reduce((sum, char) => (sum * 17 + char.charCodeAt(0)) % 250, 3) + 1}`;
  return {
    Now: () => now,
    StartTime: () => now,
    Version: () => "kiln",
    NodeName: () => String((object.spec as JsonObject | undefined)?.nodeName ?? ""),
    NodeIP: () => addressOf(""),
    NodePort: () => 10_250,
    NodeIPWith: (name = "") => addressOf(String(name)),
    PodIP: podIp,
    PodIPWith: (node = "", hostNetwork = false) => (hostNetwork === true ? addressOf(String(node)) : podIp()),
  };
}
