import {
  deepCopy,
  fieldPath,
  getOwn,
  goTypeOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  printFieldErrors,
  setOwn,
  validateAnnotations,
  validateLabels,
} from "@kiln/api";

/**
 * Restores the metadata of the original in the converted object, except for labels and annotations, which the
 * conversion webhook may change. Returns an error message for invalid metadata.
 */
export function restoreMetadata(original: JsonObject, converted: JsonObject): string | undefined {
  const given = getOwn(converted, "metadata");
  if (given === undefined) {
    return "missing metadata in converted object";
  }
  if (!isJsonObject(given)) {
    return `invalid metadata of type ${goType(given)} in converted object`;
  }
  const restored = isJsonObject(original.metadata) ? (deepCopy(original.metadata) as JsonObject) : {};
  converted.metadata = restored;
  return takeMap(restored, given, "labels") ?? takeMap(restored, given, "annotations");
}

/** Takes the labels or annotations of the converted object into the restored metadata. */
function takeMap(metadata: JsonObject, given: JsonObject, key: "labels" | "annotations"): string | undefined {
  const value = getOwn(given, key) ?? null;
  if (value === null) {
    delete metadata[key];
    return undefined;
  }
  if (!isJsonObject(value)) {
    return `invalid metadata.${key} of type ${goType(value)} in converted object`;
  }
  for (const [name, each] of Object.entries(value)) {
    if (typeof each !== "string") {
      return `metadata.${key}[${name}] must be a string, but is ${goType(each)} in converted object`;
    }
  }
  const fault = isSame(getOwn(metadata, key) ?? null, value)
    ? undefined
    : faultOf(key, value as Record<string, string>);
  setOwn(metadata, key, value);
  return fault;
}

function faultOf(key: "labels" | "annotations", map: Readonly<Record<string, string>>): string | undefined {
  // Kubernetes: the error names annotations in the singular (apiserver/conversion/webhook_converter.go
  // restoreObjectMeta, v1.36).
  const errors =
    key === "labels"
      ? validateLabels(map, fieldPath("metadata", "labels"))
      : validateAnnotations(map, fieldPath("metadata", "annotation"));
  return errors.length === 0 ? undefined : printFieldErrors(errors);
}

function isSame(before: JsonValue, after: JsonObject): boolean {
  return (
    isJsonObject(before) &&
    Object.keys(before).length === Object.keys(after).length &&
    Object.keys(after).every((key) => getOwn(before, key) === getOwn(after, key))
  );
}

function goType(value: JsonValue): string {
  return value === null ? "<nil>" : goTypeOf(value);
}
