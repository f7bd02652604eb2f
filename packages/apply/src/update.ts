import { isJsonObject, type JsonObject, type JsonValue, type ManagedFieldsEntry } from "@kiln/api";
import { type Converting, REST, runConverting } from "./converting.ts";
import { difference, isEmpty, union } from "./field-set.ts";
import { FieldsError } from "./fields-error.ts";
import type { Convert, KindFields, TypedObject } from "./kind-fields.ts";
import {
  decodeManagedFields,
  encodeManagedFields,
  encodeManagedFieldsSlices,
  type FieldManager,
  identify,
  isReset,
  type Managed,
} from "./managed-fields.ts";
import { ownUpdate } from "./own-update.ts";
import { compareTyped } from "./share-fields.ts";
import { toTyped, withoutManagedFields } from "./typed-object.ts";
import { UNOWNED } from "./unowned.ts";

export interface UpdateOptions {
  readonly kind: KindFields;
  readonly manager: string;
  /** Time of the request in the format of metadata. */
  readonly now: string;
  /** Subresource of the request; absent: the object itself. */
  readonly subresource?: string;
  /** Fields of an empty object of the kind; absent: none. A client that sets such a field owns only its content. */
  readonly empty?: JsonObject | undefined;
}

/**
 * managedFields of an object that is about to be created, updated or patched. Never fails: if ownership cannot be
 * computed, it is dropped. `live` is undefined if the object is new; both are in the request's version.
 */
export function update(
  live: JsonObject | undefined,
  object: JsonObject,
  options: UpdateOptions & { readonly convert?: Convert },
): ManagedFieldsEntry[] {
  const { convert = () => ({ isMissing: true }) } = options;
  return runConverting(updateSteps(live, object, options), convert);
}

/** Steps of {@link update}, for callers that convert asynchronously. */
export function* updateSteps(
  live: JsonObject | undefined,
  object: JsonObject,
  options: UpdateOptions,
): Converting<ManagedFieldsEntry[]> {
  const managed = readManaged(live, object, options);
  if (managed.size === 0 && live !== undefined) {
    // A client that resets managedFields turns tracking off until the next apply.
    return [];
  }
  yield REST;
  try {
    const owned =
      live === undefined && managed.size === 0
        ? yield* ownNew(object, options)
        : yield* track(live, object, { ...options, managed });
    yield REST;
    return options.kind.inSlices ? yield* encodeManagedFieldsSlices(owned) : encodeManagedFields(owned);
  } catch (error) {
    if (error instanceof FieldsError) {
      return [];
    }
    throw error;
  }
}

/** managedFields of the client if they can be decoded; of the live object if the client sends none. */
function readManaged(live: JsonObject | undefined, object: JsonObject, { subresource = "" }: UpdateOptions): Managed {
  const given = subresource === "" ? managedFieldsOf(object) : undefined;
  if (isReset(given)) {
    return new Map();
  }
  const decoded = decodeManagedFields(given);
  if (typeof decoded !== "string" && decoded.size > 0) {
    return decoded;
  }
  const stored = decodeManagedFields(live === undefined ? undefined : managedFieldsOf(live));
  return typeof stored === "string" ? new Map() : stored;
}

function managedFieldsOf({ metadata }: JsonObject): JsonValue | undefined {
  return isJsonObject(metadata) ? metadata.managedFields : undefined;
}

function* track(
  live: JsonObject | undefined,
  object: JsonObject,
  { managed, ...options }: UpdateOptions & { readonly managed: Managed },
): Converting<Managed> {
  const { kind, now, empty } = options;
  const wanted = toWanted(object, kind);
  const before = live === undefined ? emptyObject(wanted, empty) : toWanted(live, kind);
  const owner = ownerOf(options, wanted.apiVersion);
  return yield* ownUpdate({ live: before, wanted, kind, managed, owner, now });
}

/** Equivalent of {@link track} for a new object without owners: it has no other entries to compare with. */
function* ownNew(object: JsonObject, options: UpdateOptions): Converting<Managed> {
  const { kind, now, empty } = options;
  const wanted = toWanted(object, kind);
  yield REST;
  const { added, modified } = yield* compareTyped(emptyObject(wanted, empty), wanted, kind);
  const set = difference(union(modified, added), UNOWNED);
  const owner = ownerOf(options, wanted.apiVersion);
  return isEmpty(set) ? new Map() : new Map([[identify(owner), { ...owner, time: now, set }]]);
}

function toWanted(object: JsonObject, kind: KindFields): TypedObject {
  return toTyped(withoutManagedFields(object), { kind, allowsDuplicates: true, failure: "", source: "live" });
}

function emptyObject({ object, apiVersion, type }: TypedObject, empty: JsonObject | undefined): TypedObject {
  return { object: { ...typeMetaOf(object), ...empty }, apiVersion, type };
}

function ownerOf({ manager, subresource = "" }: UpdateOptions, apiVersion: string): FieldManager {
  return { manager: manager === "" ? "unknown" : manager, operation: "Update", apiVersion, subresource };
}

function typeMetaOf({ apiVersion, kind }: JsonObject): JsonObject {
  const typeMeta: JsonObject = {};
  if (apiVersion !== undefined) {
    typeMeta.apiVersion = apiVersion;
  }
  if (kind !== undefined) {
    typeMeta.kind = kind;
  }
  return typeMeta;
}
