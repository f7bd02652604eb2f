import { deepCopy, type JsonObject, type JsonValue, type ManagedFieldsEntry } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { type CompiledUnions, compileUnions, parseJsonSchema } from "@kiln/schema";
import { expect } from "vitest";
import { apply as applyConfig } from "../apply.ts";
import { printConflicts } from "../conflict.ts";
import { toFieldType } from "../field-type.ts";
import type { Convert, KindFields } from "../kind-fields.ts";
import { update as updateObject } from "../update.ts";

/** Kind of a scenario. Objects are written without apiVersion and kind. */
export interface ScenarioKind {
  readonly kind: KindFields;
  readonly apiVersion: string;
  readonly unions?: CompiledUnions | undefined;
  readonly convert?: Convert;
}

/** Creates a kind with one version, from the schema of its objects in YAML. */
export function kindOf(schema: string, apiVersion = "v1"): ScenarioKind {
  const parsed = parseJsonSchema(yaml(schema)).schema;
  const type = toFieldType(parsed);
  return {
    apiVersion,
    unions: compileUnions(parsed),
    kind: { typeOf: (version) => (version === apiVersion ? type : undefined) },
  };
}

export interface Step {
  readonly verb: "apply" | "update";
  readonly manager: string;
  /** Body of the request in YAML. */
  readonly body: string;
  readonly force?: boolean;
  readonly subresource?: string;
  /** Kind of the request, if it differs: after the schema changed, or in another version. */
  readonly in?: ScenarioKind;
  /** Expected error of the step, which leaves the object unchanged. */
  readonly fails?: string;
}

type StepOptions = Omit<Step, "verb" | "manager" | "body">;

export function apply(manager: string, body: string, options: StepOptions = {}): Step {
  return { verb: "apply", manager, body, ...options };
}

export function force(manager: string, body: string, options: StepOptions = {}): Step {
  return apply(manager, body, { ...options, force: true });
}

/** Step that replaces the object. */
export function update(manager: string, body: string, options: StepOptions = {}): Step {
  return { verb: "update", manager, body, ...options };
}

export interface Outcome {
  /** Expected object in YAML, without apiVersion and kind. */
  readonly object?: string;
  /** Owned fields by manager: `alice` for an applier, `bob/Update` or `bob/Update/status` for updaters. */
  readonly managed?: { readonly [owner: string]: string };
}

/**
 * Runs the steps, a second apart, and compares the result with the expected one. Returns the object for further checks.
 */
export function scenario(kind: ScenarioKind, steps: readonly Step[], expected: Outcome): JsonObject {
  let live: JsonObject | undefined;
  steps.forEach((step, second) => {
    live = play(step, step.in ?? kind, { live, now: `2026-01-01T00:00:${String(second).padStart(2, "0")}Z` });
  });
  const { apiVersion: _, kind: __, metadata = {}, ...rest } = live ?? {};
  const { managedFields = [], uid: ___, ...meta } = metadata as JsonObject;
  if (expected.object !== undefined) {
    const object = Object.keys(meta).length === 0 ? rest : { metadata: meta, ...rest };
    expect(object).toEqual(yaml(expected.object));
  }
  if (expected.managed !== undefined) {
    const managed = Object.entries(expected.managed).map(([owner, fields]) => [owner, yaml(fields)]);
    expect(ownersOf(managedFields as ManagedFieldsEntry[])).toEqual(Object.fromEntries(managed));
  }
  return live ?? {};
}

interface Now {
  readonly live: JsonObject | undefined;
  readonly now: string;
}

function play(
  step: Step,
  { kind, apiVersion, unions, convert }: ScenarioKind,
  { live, now }: Now,
): JsonObject | undefined {
  const body: JsonObject = { apiVersion, kind: "Widget", ...deepCopy(yaml(step.body) as JsonObject) };
  const { manager, subresource = "" } = step;
  const options = { kind, manager, now, subresource, ...(convert === undefined ? {} : { convert }) };
  const seen = live === undefined ? undefined : seeIn(live, apiVersion, convert);
  if (step.verb === "update") {
    unions?.normalize(body, seen);
    const managedFields = updateObject(seen, body, options);
    const { managedFields: _, ...metadata } = (body.metadata ?? {}) as JsonObject;
    return { ...body, metadata: { ...metadata, uid: "1", ...(managedFields.length > 0 ? { managedFields } : {}) } };
  }
  const applied = applyConfig(seen ?? { apiVersion, kind: "Widget" }, body, {
    ...options,
    unions,
    force: step.force ?? false,
  });
  const message = messageOf(applied);
  expect(message).toEqual(step.fails);
  if (applied.outcome !== "applied") {
    return live;
  }
  const { object } = applied;
  return { ...object, metadata: { ...(object.metadata as JsonObject), uid: "1" } };
}

function seeIn(live: JsonObject, apiVersion: string, convert: Convert | undefined): JsonObject {
  const converted = live.apiVersion === apiVersion ? undefined : convert?.(live, apiVersion);
  return converted !== undefined && "object" in converted ? converted.object : live;
}

function messageOf(applied: ReturnType<typeof applyConfig>): string | undefined {
  switch (applied.outcome) {
    case "applied":
      return undefined;
    case "conflict":
      return printConflicts(applied.conflicts);
    case "invalid":
      return applied.errors.map(({ field, detail }) => `${field}: ${detail}`).join("; ");
    default:
      return applied.message;
  }
}

function ownersOf(entries: readonly ManagedFieldsEntry[]): JsonObject {
  const owners: JsonObject = {};
  for (const { manager = "", operation, apiVersion, subresource, fieldsV1 } of entries) {
    const version = apiVersion === "v1" ? [] : [`${apiVersion}`];
    const parts = operation === "Apply" ? [] : ["Update"];
    owners[[manager, ...parts, ...version, ...(subresource === undefined ? [] : [subresource])].join("/")] =
      fieldsV1 ?? {};
  }
  return owners;
}

export function yaml(text: string): JsonValue {
  return parseYaml(text).value;
}
