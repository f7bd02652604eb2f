import {
  appendAll,
  asText,
  deepCopy,
  fieldPath,
  forbidden,
  type JsonObject,
  parseGroupVersion,
  printGroupVersionKind,
  type StatusError,
  statusApplyConflict,
  statusBadRequest,
  statusFromPlainError,
  statusInvalid,
} from "@kiln/api";
import {
  type Applied,
  type ApplyOptions,
  applySteps,
  type Converting,
  printConflicts,
  runConverting,
  toCauses,
} from "@kiln/apply";
import { apiVersionOf, type Resource } from "@kiln/kinds";
import type { Context } from "../request/context.ts";
import { refuseTooLarge } from "../write/check-size.ts";
import { runWithConversions } from "../write/field-owner.ts";
import type { FieldValidation } from "../write/options.ts";
import type { SentConfig } from "./read-config.ts";

export interface Applying {
  readonly context: Context;
  /** Resource of the applied object; for the scale subresource it is that of Scale. */
  readonly resource: Resource;
  readonly config: SentConfig;
  readonly fieldValidation: FieldValidation;
  readonly how: ApplyOptions;
}

/**
 * Applies a configuration to a kind with a single version; `live` is undefined if the object does not exist. Throws a
 * Status.
 */
export function applyConfig(live: JsonObject | undefined, applying: Applying): JsonObject {
  return takeApplied(
    runConverting(stepsOf(live, applying), () => ({ isMissing: true })),
    applying,
  );
}

/** Applies a configuration to a kind with several versions: fields owned in another version are converted. */
export function applyConverting(live: JsonObject | undefined, applying: Applying): JsonObject | Promise<JsonObject> {
  const applied = runWithConversions(applying, stepsOf(live, applying));
  return applied instanceof Promise
    ? applied.then((found) => takeApplied(found, applying))
    : takeApplied(applied, applying);
}

function stepsOf(live: JsonObject | undefined, { context, resource, config, how }: Applying): Converting<Applied> {
  const apiVersion = apiVersionOf(resource);
  const { kind } = resource.names;
  if (config.object.apiVersion !== apiVersion || config.object.kind !== kind) {
    throw statusBadRequest(`invalid object type: ${printObjectKind(config.object)}`);
  }
  const { subresource } = context.info;
  refuseTooLarge({ context, resource, subresource, object: config.object, isNew: live === undefined });
  return applySteps(live ?? { apiVersion, kind }, deepCopy(config.object), {
    ...how,
    empty: resource.dialect.writing.emptyObject(resource),
  });
}

function takeApplied(applied: Applied, applying: Applying): JsonObject {
  if (applied.outcome !== "applied") {
    throw toStatus(applied, applying);
  }
  reportDuplicates(applying);
  return applied.object;
}

/** Type of an object in Kubernetes' form: `apps/v1, Kind=Deployment`; empty without a valid version. */
export function printObjectKind({ apiVersion, kind }: JsonObject): string {
  const { value } = parseGroupVersion(asText(apiVersion));
  return printGroupVersionKind({
    group: value?.group ?? "",
    version: value?.version ?? "",
    kind: value === undefined ? "" : asText(kind),
  });
}

function toStatus(applied: Exclude<Applied, { outcome: "applied" }>, { context, resource }: Applying): StatusError {
  switch (applied.outcome) {
    case "conflict":
      return statusApplyConflict(toCauses(applied.conflicts), printConflicts(applied.conflicts));
    case "invalid":
      return statusInvalid({ group: resource.group, kind: resource.names.kind }, context.info.name, applied.errors);
    case "refused":
      return statusBadRequest(applied.message);
    default:
      return toFailure(applied, { context, resource });
  }
}

/**
 * Status of a failed apply. Kubernetes: always a 500 (handlers/patch.go applyPatcher.applyPatchToCurrentObject, v1.36).
 * Without --semantics upstream, a 500 is returned only for errors that no client can correct.
 */
function toFailure(
  { message, reason }: Extract<Applied, { outcome: "failed" }>,
  { context, resource }: Pick<Applying, "context" | "resource">,
): StatusError {
  if (context.services.semantics !== "kep" || reason === undefined) {
    return statusFromPlainError(message);
  }
  const errors = reason.faults.map((fault) => {
    const stored = "is stored with a value that does not fit the schema; repair it with an update before applying: ";
    return forbidden(fieldPath(fault.path.slice(1)), (reason.source === "live" ? stored : "") + fault.message);
  });
  return statusInvalid({ group: resource.group, kind: resource.names.kind }, context.info.name, errors);
}

/**
 * Kubernetes: duplicate fields are searched only after applying succeeded (handlers/patch.go
 * applyPatcher.applyPatchToCurrentObject, v1.36).
 */
function reportDuplicates({ context, config, fieldValidation }: Applying): void {
  const { duplicates } = config;
  if (duplicates.length === 0 || fieldValidation === "Ignore") {
    return;
  }
  if (fieldValidation === "Strict") {
    const lines = duplicates.map((line) => `\n  ${line}`).join("");
    throw statusBadRequest(
      `error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:${lines}`,
    );
  }
  appendAll(
    context.warnings,
    duplicates.filter((line) => !context.warnings.includes(line)),
  );
}
