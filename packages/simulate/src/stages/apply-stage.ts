import { applyJsonPatch, isJsonObject, type JsonObject, type JsonValue, type KubeObject, printTime } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { CelError } from "@kiln/cel";
import { type Actor, toJson } from "@kiln/kinds";
import type { ObjectRef } from "../cluster/cluster.ts";
import { refOf } from "../cluster/event-recorder.ts";
import type { Simulation } from "../simulation.ts";
import { runTemplate } from "./run-template.ts";
import type { CompiledStage, StagePatch, StageStep } from "./stage.ts";
import { functionsFor } from "./stage-functions.ts";

const ACTOR: Actor = {
  user: { name: "system:kwok-controller", groups: ["system:masters", "system:authenticated"] },
  program: "kwok",
};

/** Moves the object to the next state. Throws an Error for an invalid template. */
export async function applyStage(simulation: Simulation, compiled: CompiledStage, object: KubeObject): Promise<void> {
  const functions = functionsFor(simulation, object);
  for (const step of compiled.steps) {
    await applyStep(simulation, step, {
      object,
      render: (text) => parseYaml(runTemplate(text, object, functions)).value ?? {},
    });
  }
  if (compiled.status !== undefined) {
    const subresource = compiled.stage.spec.next?.statusSubresource ?? "status";
    const change = { status: evaluateStatus(simulation, compiled, object) };
    await changeObject(simulation, object, { subresource, change: (tree) => merge(tree, change) });
  }
}

interface Applying {
  readonly object: KubeObject;
  readonly render: (template: string) => JsonValue;
}

async function applyStep(simulation: Simulation, step: StageStep, { object, render }: Applying): Promise<void> {
  const { event, finalizers, patch, apply } = step;
  const ref = refOf(object as never);
  if (event !== undefined) {
    const { reason = "", message = "" } = event;
    const type = event.type === "Warning" ? "Warning" : "Normal";
    simulation.record(ACTOR, { component: "kwok", about: ref, type, reason, message });
  }
  if (finalizers !== undefined) {
    await simulation.cluster.change(ACTOR, ref, {
      change: ({ metadata }) => setFinalizers(metadata as JsonObject, finalizers),
    });
  }
  if (patch !== undefined) {
    await changeObject(simulation, object, {
      subresource: patch.subresource ?? "",
      change: patchWith(patch, render(patch.template)),
    });
  }
  if (apply !== undefined) {
    await applyOther(simulation, asObject(render(apply.template)), apply.subresource ?? "");
  }
  if (step.delete === true) {
    await simulation.cluster.remove(ACTOR, ref, { gracePeriodSeconds: 0 });
  }
}

interface StageChange {
  /** Subresource to write; empty for the object itself. */
  readonly subresource: string;
  /** Applies the step to the object in place. */
  readonly change: (tree: JsonObject) => void;
}

async function changeObject(
  { cluster }: Simulation,
  ref: ObjectRef,
  { subresource, change }: StageChange,
): Promise<boolean> {
  return cluster.change(ACTOR, ref, {
    ...(subresource === "" ? {} : { subresource }),
    change(current) {
      const before = JSON.stringify(current);
      change(current);
      return JSON.stringify(current) !== before;
    },
  });
}

/** A list of operations with the type `json`, otherwise a map that is merged; with the type `merge`, lists are replaced. */
function patchWith({ type, root = "" }: StagePatch, made: JsonValue): StageChange["change"] {
  if (type === "json") {
    if (!Array.isArray(made)) {
      throw new Error(`the template of a patch of type json must give a list, not ${JSON.stringify(made)}`);
    }
    return (tree) => void applyJsonPatch(tree, made);
  }
  const change = root === "" ? asObject(made) : { [root]: asObject(made) };
  return (tree) => merge(tree, change, type === "merge" ? (_, list) => [...list] : mergeLists);
}

/** Creates the object of a template, or merges the template into it. */
async function applyOther(simulation: Simulation, made: JsonObject, subresource: string): Promise<void> {
  const other = made as unknown as KubeObject;
  const { apiVersion, kind } = other;
  const { namespace, name } = other.metadata ?? {};
  const ref = { apiVersion, kind, metadata: { ...(namespace === undefined ? {} : { namespace }), name: name ?? "" } };
  if (!simulation.cluster.isServed(ref) || ref.metadata.name === "") {
    throw new Error(`a template of apply must give an object with a name, of a served kind: ${apiVersion} ${kind}`);
  }
  if (simulation.cluster.read(ref) !== undefined) {
    await changeObject(simulation, ref, { subresource, change: (tree) => merge(tree, made) });
  } else if (subresource === "") {
    await simulation.cluster.create(ACTOR, other as never);
  }
}

function evaluateStatus({ cluster }: Simulation, { stage, status }: CompiledStage, object: KubeObject): JsonObject {
  const value = status?.evaluate({ self: object, now: printTime(cluster.clock.now()) }).value;
  if (value instanceof CelError) {
    throw new Error(`statusExpression of stage ${stage.metadata.name}: ${value.message}`);
  }
  const read = toJson(value as never);
  if (read.fault !== undefined) {
    throw new Error(`statusExpression of stage ${stage.metadata.name}: ${read.fault}`);
  }
  return asObject(read.value);
}

function asObject(value: JsonValue): JsonObject {
  if (!isJsonObject(value)) {
    throw new Error(`a template must give a map, not ${JSON.stringify(value)}`);
  }
  return value;
}

type JoinLists = (current: readonly JsonValue[], change: readonly JsonValue[]) => JsonValue[];

/**
 * Merges the change into `target`. Lists of objects with a type or a name are merged by it, as in strategic merge
 * patches.
 */
function merge(target: JsonObject, change: JsonObject, join: JoinLists = mergeLists): void {
  for (const [key, value] of Object.entries(change)) {
    const current = target[key];
    if (isJsonObject(value) && isJsonObject(current)) {
      merge(current, value, join);
    } else if (Array.isArray(value) && Array.isArray(current)) {
      target[key] = join(current, value);
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
  { add = [], remove = [], empty }: NonNullable<StageStep["finalizers"]>,
): boolean {
  const before = (metadata.finalizers ?? []) as string[];
  const removed = remove.map(({ value }) => value);
  const kept = empty === true ? [] : before.filter((one) => !removed.includes(one));
  const after = [...new Set([...kept, ...add.map(({ value }) => value)])];
  metadata.finalizers = after;
  return JSON.stringify(after) !== JSON.stringify(before);
}
