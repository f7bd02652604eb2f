import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import type { Resource } from "../resources/resource.ts";
import type { Head } from "../stored-value.ts";
import { metadataOf } from "./write.ts";

/** What is kept in front of the object's JSON. */
export function headOf(resource: Resource, object: JsonObject): Head {
  const head = headOfMetadata(metadataOf(object));
  return resource.selectableFields.length === 0 ? head : { ...head, fields: selectedFields(resource, object) };
}

/** The head of an object of any kind: all but the fields that only its kind can name. */
export function headOfMetadata(metadata: JsonObject): Head {
  const head: { -readonly [K in keyof Head]: Head[K] } = { uid: String(metadata.uid ?? "") };
  if (isJsonObject(metadata.labels)) {
    head.labels = metadata.labels as Record<string, string>;
  }
  if (Array.isArray(metadata.ownerReferences)) {
    head.owners = ownersOf(metadata.ownerReferences);
  }
  if (metadata.deletionTimestamp !== undefined) {
    head.deleting = true;
  }
  if (Array.isArray(metadata.finalizers) && metadata.finalizers.length > 0) {
    head.finalizers = metadata.finalizers.map(String);
  }
  return head;
}

function ownersOf(references: readonly JsonValue[]): string[] {
  return references.flatMap((reference) => (isJsonObject(reference) ? [String(reference.uid)] : []));
}

function selectedFields(resource: Resource, object: JsonObject): Record<string, string> {
  const entries = resource.selectableFields.map((path) => [path, String(followPath(object, path) ?? "")] as const);
  return Object.fromEntries(entries);
}

function followPath(object: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const name of path.split(".").filter((part) => part !== "")) {
    value = isJsonObject(value) ? getOwn(value, name) : undefined;
  }
  return value;
}
