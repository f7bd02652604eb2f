import { deepCopy, type FieldError, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import type { CompiledUnions } from "@kiln/schema";
import { explainImplied, judgeUnions } from "./applied-unions.ts";
import type { Conflict } from "./conflict.ts";
import { type Converting, REST, runConverting } from "./converting.ts";
import { has } from "./field-set.ts";
import { FieldsError, type FieldsErrorCause } from "./fields-error.ts";
import type { Convert, KindFields, TypedObject } from "./kind-fields.ts";
import { findLastApplied, KUBECTL, updateLastApplied } from "./last-applied.ts";
import {
  decodeManagedFields,
  encodeManagedFields,
  encodeManagedFieldsSlices,
  type FieldManager,
  type Managed,
} from "./managed-fields.ts";
import { type OwnedApply, type OwningApply, ownApply } from "./own-apply.ts";
import { ownUpdate } from "./own-update.ts";
import type { Slices } from "./slices.ts";
import { setManagedFields, toTyped, withoutManagedFields } from "./typed-object.ts";

export interface ApplyOptions {
  readonly kind: KindFields;
  readonly manager: string;
  /** Time of the request in the format of metadata. */
  readonly now: string;
  /** True to become the owner of conflicting fields; false by default. */
  readonly force?: boolean;
  /** Subresource of the request; absent: the object itself. */
  readonly subresource?: string;
  /** Fields of an empty object of the kind, which have no owner before the first apply. */
  readonly empty?: JsonObject | undefined;
  /** Unions of the request's version. */
  readonly unions?: CompiledUnions | undefined;
}

export type Applied =
  /** The result shares nothing with the arguments. If only the manager is new, only managedFields change. */
  | { readonly outcome: "applied"; readonly object: JsonObject }
  | { readonly outcome: "conflict"; readonly conflicts: readonly Conflict[] }
  /** Error: the configuration contradicts itself. */
  | { readonly outcome: "invalid"; readonly errors: readonly FieldError[] }
  /** Error: the request is inconsistent, for example without apiVersion. */
  | { readonly outcome: "refused"; readonly message: string }
  /** Error: an object does not match its type, or cannot be converted. */
  | { readonly outcome: "failed"; readonly message: string; readonly reason?: FieldsErrorCause };

/**
 * Merges a configuration into the live object; the applier owns all fields of the configuration. Both are in the
 * request's version. A live object that does not exist is passed with only apiVersion and kind.
 */
export function apply(
  live: JsonObject,
  config: JsonObject,
  options: ApplyOptions & { readonly convert?: Convert },
): Applied {
  const { convert = () => ({ isMissing: true }) } = options;
  return runConverting(applySteps(live, config, options), convert);
}

/** Steps of {@link apply}, for callers that convert asynchronously. */
export function* applySteps(live: JsonObject, config: JsonObject, options: ApplyOptions): Converting<Applied> {
  try {
    return yield* applyTyped(live, config, options);
  } catch (error) {
    if (error instanceof FieldsError) {
      const { message, reason } = error;
      return { outcome: "failed", message, ...(reason === undefined ? {} : { reason }) };
    }
    throw error;
  }
}

function* applyTyped(live: JsonObject, given: JsonObject, options: ApplyOptions): Converting<Applied> {
  const { kind, unions, force = false } = options;
  const managed = decodeManagedFields(metadataOf(live).managedFields);
  if (typeof managed === "string") {
    const faults = [{ path: ".metadata.managedFields", message: managed }];
    throw new FieldsError(`failed to decode managed fields: ${managed}`, { faults, source: "live" });
  }
  if ((metadataOf(given).managedFields ?? null) !== null) {
    return { outcome: "refused", message: "metadata.managedFields must be nil" };
  }
  // Kubernetes: fields without an owner are validated first, because they get one before the configuration is applied
  // (skipnonapplied.go Apply, v1.36).
  const unowned = managed.size === 0 ? typeLive(live, options) : undefined;
  yield REST;
  const typedGiven = toTyped(given, {
    kind,
    failure: "failed to create typed patch object",
    allowsDuplicates: false,
    source: "config",
  });
  const judged = unions === undefined ? undefined : judgeUnions(given, unions);
  if (judged !== undefined && judged.errors.length > 0) {
    return { outcome: "invalid", errors: judged.errors };
  }
  const config = judged === undefined ? typedGiven : { ...typedGiven, object: judged.config };
  yield REST;
  const typedLive = unowned ?? typeLive(live, options, "failed to create typed live object");
  const tracked = yield* ownExisting(managed, typedLive, options);
  const owner = ownerOf(config, options);
  const applying = {
    live: typedLive,
    config,
    kind,
    managed: tracked,
    owner,
    now: options.now,
    isForced: force,
    unions,
  };
  yield REST;
  const owned = yield* ownLikeKubectl(applying, options.manager);
  yield REST;
  return "conflicts" in owned
    ? { outcome: "conflict", conflicts: explainImplied(owned.conflicts, config, judged?.implied ?? []) }
    : { outcome: "applied", object: yield* finish(owned, given, options) };
}

const UNOWNED = "failed to create manager for existing fields: failed to convert new object";

function typeLive(live: JsonObject, { kind }: ApplyOptions, failure?: string): TypedObject {
  const words = failure === undefined ? { failure: UNOWNED, into: " to smd typed" } : { failure };
  return toTyped(withoutManagedFields(live), { kind, ...words, allowsDuplicates: true, source: "live" });
}

function metadataOf(object: JsonObject): { readonly [key: string]: JsonValue } {
  return isJsonObject(object.metadata) ? object.metadata : {};
}

function ownerOf({ apiVersion }: TypedObject, { manager, subresource = "" }: ApplyOptions): FieldManager {
  return { manager: manager === "" ? "unknown" : manager, operation: "Apply", apiVersion, subresource };
}

/** Assigns fields without an owner to an updater on the first apply, so that conflicts can be detected. */
function* ownExisting(managed: Managed, live: TypedObject, options: ApplyOptions): Converting<Managed> {
  if (managed.size > 0) {
    return managed;
  }
  const { kind, now, empty } = options;
  const { apiVersion, kind: name } = live.object;
  const nothing = { ...live, object: { apiVersion, kind: name, ...empty } as JsonObject };
  const owner: FieldManager = { ...ownerOf(live, options), manager: "before-first-apply", operation: "Update" };
  return yield* ownUpdate({ live: nothing, wanted: live, kind, managed, owner, now });
}

/**
 * Computes the owners for an apply by kubectl. Kubernetes: kubectl may change fields of its last client-side apply,
 * whichever manager owns them (lastappliedmanager.go Apply, v1.36).
 */
function* ownLikeKubectl(applying: OwningApply, manager: string): Converting<OwnedApply> {
  const owned = yield* ownApply(applying);
  const ours = "conflicts" in owned && manager === KUBECTL ? findLastApplied(applying.live) : undefined;
  if (!("conflicts" in owned) || ours === undefined) {
    return owned;
  }
  const conflicts = owned.conflicts.filter(({ path }) => !has(ours, path));
  return conflicts.length > 0 ? { conflicts } : yield* ownApply({ ...applying, isForced: true });
}

function* finish(
  { object, managed }: Exclude<OwnedApply, { conflicts: unknown }>,
  config: JsonObject,
  { kind, manager }: ApplyOptions,
): Slices<JsonObject> {
  const result = deepCopy(object);
  if (manager === KUBECTL) {
    updateLastApplied(result, config);
  }
  setManagedFields(result, kind.inSlices ? yield* encodeManagedFieldsSlices(managed) : encodeManagedFields(managed));
  return result;
}
