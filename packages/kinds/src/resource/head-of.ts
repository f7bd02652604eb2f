import { getOwn, isJsonObject, type JsonObject, type JsonValue, metadataOf } from "@kiln/api";
import type { Head } from "../stored/stored-value.ts";
import type { Resource } from "./resource.ts";

/** Record head of an object, stored before its JSON: labels, owners, finalizers and selectable fields. */
export function headOf(resource: Resource, object: JsonObject): Head {
  const head = headOfMetadata(metadataOf(object));
  return resource.selectable.fields.length === 0 ? head : { ...head, fields: selectedFields(resource, object) };
}

/** Record head of an object of any kind, without selectable fields of its kind. */
export function headOfMetadata(metadata: JsonObject): Head {
  const head: WritableHead = { uid: String(metadata.uid ?? "") };
  if (isJsonObject(metadata.labels)) {
    head.labels = metadata.labels as Record<string, string>;
  }
  if (Array.isArray(metadata.ownerReferences)) {
    setOwners(head, metadata.ownerReferences);
  }
  if (metadata.deletionTimestamp !== undefined) {
    head.deleting = true;
  }
  if (Array.isArray(metadata.finalizers) && metadata.finalizers.length > 0) {
    head.finalizers = metadata.finalizers.map(String);
  }
  return head;
}

type WritableHead = { -readonly [K in keyof Head]: Head[K] };

/** Sets the owners in the head. */
function setOwners(head: WritableHead, ownerReferences: readonly JsonValue[]): void {
  const references = ownerReferences.filter(isJsonObject);
  head.owners = references.map(({ uid }) => String(uid));
  const blocks = references.flatMap(({ uid, blockOwnerDeletion }) =>
    blockOwnerDeletion === true ? [String(uid)] : [],
  );
  if (blocks.length > 0) {
    head.blocks = blocks;
  }
}

function selectedFields(resource: Resource, object: JsonObject): Record<string, string> {
  const { fields, values = {} } = resource.selectable;
  const read = (path: string) =>
    Object.hasOwn(values, path) ? values[path]?.(object) : String(followPath(object, path) ?? "");
  const entries = fields.map((path) => [path, read(path) ?? ""] as const);
  return Object.fromEntries(entries);
}

function followPath(object: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const name of path.split(".").filter((part) => part !== "")) {
    value = isJsonObject(value) ? getOwn(value, name) : undefined;
  }
  return value;
}
