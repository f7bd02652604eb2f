import {
  appendAll,
  asText,
  type FieldError,
  fieldPath,
  invalid,
  type JsonObject,
  metadataOf,
  nameIsPathSegment,
  printFieldError,
  statusInvalid,
  validateMetaChange,
  validateObjectMeta,
  validateObjectMetaUpdate,
  validateStandardFinalizers,
} from "@kiln/api";
import { apiVersionOf } from "@kiln/kinds";
import { type Around, RulesPaused, type RuleTrail } from "@kiln/schema";
import { yieldTurn } from "@kiln/store";
import { checkScale } from "./check-scale.ts";
import { groupKindOf } from "./claimed-kind.ts";
import { nameMutators } from "./name-mutators.ts";
import { recheckPlace } from "./recheck-place.ts";
import type { Step, Write } from "./write.ts";

/** Validates the object and rejects it with all errors at once. */
export const validate: Step = (write) => validateInSlices(write, { outcomes: [], used: 0, isTimeUp: () => false });

/** Maximum time without yielding, apart from the last expression. */
const SLICE_MS = 10;

/**
 * Validates with the results in `trail`. If rules take long, validation is interrupted and repeated after other work.
 */
function validateInSlices(write: Write, trail: RuleTrail): undefined | Promise<undefined> {
  const { services, warnings } = write.context;
  const warningCount = warnings.length;
  // Start of the slice, at the first new expression: repeated work must not use up the time.
  let startedMs: number | undefined;
  trail.used = 0;
  const isTimeUp = () => {
    const nowMs = services.clock.monotonicMs();
    startedMs ??= nowMs;
    return nowMs - startedMs >= SLICE_MS;
  };
  // Not written in the assignment: V8 allocates such functions among long-lived objects, and this one refers to the
  // whole request.
  trail.isTimeUp = isTimeUp;
  try {
    return judge(write, trail);
  } catch (error) {
    if (!(error instanceof RulesPaused)) {
      throw error;
    }
    warnings.length = warningCount;
    return yieldTurn().then(() => {
      recheckPlace(write);
      return validateInSlices(write, trail);
    });
  }
}

function judge(write: Write, trail: RuleTrail): undefined {
  const errors = write.live === undefined ? validateNew(write, trail) : validateChange(write, trail);
  if (errors.length > 0) {
    throw statusInvalid(groupKindOf(write), String(metadataOf(write.object).name ?? ""), errors);
  }
  return undefined;
}

const METADATA = fieldPath("metadata");
const FINALIZERS = fieldPath("metadata", "finalizers");

function validateNew(write: Write, trail: RuleTrail): FieldError[] {
  const { resource, object } = write;
  const typeErrors = checkType(write);
  if (typeErrors.length > 0) {
    return typeErrors;
  }
  const metadata = metadataOf(object);
  const { isNamespaced, strategy } = resource;
  const { nameRule } = resource.metadata;
  const beside = validateObjectMeta(metadata, { requiresNamespace: isNamespaced, nameRule, path: METADATA });
  const { onCreate } = resource.metadata.repeated;
  if (onCreate !== undefined) {
    const own = strategy.validateCreate?.(object, write.context.services.kinds) ?? [];
    return onCreate === "last" && own.length === 0 ? beside : own;
  }
  return join(
    beside,
    qualifiedFinalizers(write),
    resource.schema.validate(object, { beside, trail, afterSchema: checkScale(resource, object) }),
    checkUnions(write),
    strategy.validateCreate?.(object, write.context.services.kinds),
  );
}

function validateChange(write: Write, trail: RuleTrail): FieldError[] {
  const { resource, object, live, subresource } = write;
  const old = live?.object ?? {};
  const onCreate = validateObjectMeta(metadataOf(object), {
    requiresNamespace: resource.isNamespaced,
    nameRule: nameIsPathSegment,
    path: METADATA,
  });
  const checkUpdate = onCreate.length === 0 ? validateMetaChange : validateObjectMetaUpdate;
  const onUpdate = checkUpdate(metadataOf(object), metadataOf(old), METADATA);
  const shared = join(onCreate, onUpdate);
  const typeErrors = checkType(write);
  if (typeErrors.length > 0) {
    return join(shared, typeErrors);
  }
  return join(
    shared,
    ...checkAgain(write, { create: onCreate, update: onUpdate }),
    nameMutators(resource.schema.mutability?.(old, object), write.mutations),
    validateAgainst(write, old, { beside: shared, trail, afterSchema: checkScale(resource, object, subresource) }),
    checkUnions(write),
    resource.strategy.validateUpdate?.(object, old, subresource, write.context.services.kinds),
  );
}

function validateAgainst(write: Write, old: JsonObject, given: Around): FieldError[] | undefined {
  const { resource, object, subresource, context } = write;
  if (write.isSettled && resource.schema.unions === undefined) {
    return given.afterSchema === undefined ? undefined : [...given.afterSchema];
  }
  const around = { ...given, warn: (error: FieldError) => context.warnings.push(printFieldError(error)) };
  return subresource === "status"
    ? resource.schema.validateStatusUpdate(object, old, around)
    : resource.schema.validateUpdate(object, old, around);
}

/** Checks apiVersion and kind. Only a custom resource can reach this step with those of another kind. */
function checkType({ resource, object }: Write): FieldError[] {
  const errors: FieldError[] = [];
  const { kind } = resource.names;
  const apiVersion = apiVersionOf(resource);
  if (object.kind !== kind) {
    errors.push(invalid("kind", object.kind ?? "", `must be ${kind}`));
  }
  if (object.apiVersion !== apiVersion) {
    errors.push(invalid("apiVersion", object.apiVersion ?? "", `must be ${apiVersion}`));
  }
  return errors;
}

/**
 * Kubernetes: every validation of metadata for a kind repeats its errors (registry/rest/create.go BeforeCreate, v1.36).
 */
function checkAgain(
  write: Write,
  found: { readonly create: readonly FieldError[]; readonly update: readonly FieldError[] },
): (readonly FieldError[] | undefined)[] {
  const { resource, object, subresource } = write;
  const { onUpdate } = resource.metadata.repeated;
  if (onUpdate.length === 0) {
    return [qualifiedFinalizers(write)];
  }
  const prefix = asText(metadataOf(object).generateName);
  const checks: typeof onUpdate = subresource === "" ? onUpdate : ["update"];
  return checks.map((check) => [
    ...(check === "create" && prefix !== ""
      ? resource.metadata
          .nameRule(prefix, "prefix")
          .map((fault) => invalid(METADATA.child("generateName"), prefix, fault))
      : []),
    ...found[check],
    ...(qualifiedFinalizers(write) ?? []),
  ]);
}

function qualifiedFinalizers({ resource, object }: Write): FieldError[] | undefined {
  return resource.metadata.repeated.requiresQualifiedFinalizers
    ? validateStandardFinalizers(metadataOf(object).finalizers as string[] | undefined, FINALIZERS)
    : undefined;
}

function checkUnions({ resource, object, live, context }: Write): FieldError[] | undefined {
  const verdict = resource.schema.unions?.check(object, live?.object);
  appendAll(context.warnings, verdict?.warnings ?? []);
  return verdict?.errors;
}

/** Joins lists of errors. */
function join(...lists: readonly (readonly FieldError[] | undefined)[]): FieldError[] {
  const all: FieldError[] = [];
  for (const list of lists) {
    if (list !== undefined && list.length > 0) {
      appendAll(all, list);
    }
  }
  return all;
}
