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
  /** Operation that fails if the object does not match its type, for the message. */
  readonly failure: string;
  /** Version of a failed conversion, for messages that name it. */
  readonly into?: string;
  readonly allowsDuplicates: boolean;
  readonly source: FieldsErrorCause["source"];
}

/** Object with its type; throws a {@link FieldsError} if the object does not match it. */
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

/** Identity in messages: `namespace/name; group/version, Kind=K`. */
function printIdentity(object: JsonObject): string {
  const { namespace, name } = isJsonObject(object.metadata) ? object.metadata : {};
  return `${asText(namespace)}/${asText(name)}; ${printKind(object)}`;
}

function printKind({ apiVersion, kind }: JsonObject): string {
  const { value = { group: "", version: "" } } = parseGroupVersion(asText(apiVersion));
  return printGroupVersionKind({ ...value, kind: asText(kind) });
}

/** Shallow copy of the object and its metadata, without managedFields. */
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

/** Sets managedFields in the object, or removes them if there are no entries. */
export function setManagedFields(object: JsonObject, entries: readonly ManagedFieldsEntry[]): void {
  const metadata: JsonObject = isJsonObject(object.metadata) ? object.metadata : {};
  object.metadata = metadata;
  if (entries.length === 0) {
    delete metadata.managedFields;
  } else {
    metadata.managedFields = [...entries];
  }
}
