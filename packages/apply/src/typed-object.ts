import {
  asText,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ManagedFieldsEntry,
  parseGroupVersion,
  printGroupVersionKind,
  setOwn,
} from "@kiln/api";
import { checkType, printTypeFaults } from "./check-type.ts";
import { FieldsError, type FieldsErrorCause } from "./fields-error.ts";
import type { KindFields, TypedObject } from "./kind-fields.ts";

export interface ToTypedOptions {
  readonly kind: KindFields;
  /** The operation that failed because the object does not match its type. */
  readonly failure: string;
  /** Version it could not be converted to, for messages that name it. */
  readonly into?: string;
  readonly allowsDuplicates: boolean;
  readonly source: FieldsErrorCause["source"];
}

/** Throws a {@link FieldsError} if the object does not match the type of its version. */
export function toTyped(object: JsonObject, options: ToTypedOptions): TypedObject {
  const { kind, failure, into = "", allowsDuplicates, source } = options;
  const apiVersion = typeof object.apiVersion === "string" ? object.apiVersion : "";
  const type = kind.typeOf(apiVersion);
  if (type === undefined) {
    throw new FieldsError(
      `${failure} (${printIdentity(object)})${into}: no corresponding type for ${printKind(object)}`,
    );
  }
  const faults = checkType(type, object, { allowsDuplicates });
  if (faults.length > 0) {
    throw new FieldsError(`${failure} (${printIdentity(object)})${into}: ${printTypeFaults(faults)}`, {
      faults,
      source,
    });
  }
  return { object, apiVersion, type };
}

/** `namespace/name; group/version, Kind=K`. */
function printIdentity(object: JsonObject): string {
  const { namespace, name } = isJsonObject(object.metadata) ? object.metadata : {};
  return `${asText(namespace)}/${asText(name)}; ${printKind(object)}`;
}

function printKind({ apiVersion, kind }: JsonObject): string {
  const { value = { group: "", version: "" } } = parseGroupVersion(asText(apiVersion));
  return printGroupVersionKind({ ...value, kind: asText(kind) });
}

/** A copy of the object and its metadata; everything else is shared. */
export function withoutManagedFields(object: JsonObject): JsonObject {
  if (!isJsonObject(object.metadata) || object.metadata.managedFields === undefined) {
    return object;
  }
  const metadata: JsonObject = {};
  for (const key in object.metadata) {
    if (key !== "managedFields") {
      setOwn(metadata, key, object.metadata[key] as JsonValue);
    }
  }
  return { ...object, metadata };
}

/** Changes the object. Without entries it has no managedFields at all. */
export function setManagedFields(object: JsonObject, entries: readonly ManagedFieldsEntry[]): void {
  const metadata: JsonObject = isJsonObject(object.metadata) ? object.metadata : {};
  object.metadata = metadata;
  if (entries.length === 0) {
    delete metadata.managedFields;
  } else {
    metadata.managedFields = [...entries];
  }
}
