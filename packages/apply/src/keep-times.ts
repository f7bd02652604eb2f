import { deepEqual, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { withoutManagedFields } from "./typed-object.ts";

/**
 * Restores the times of managedFields in the object if nothing else would change, so that the write changes nothing.
 */
export function keepTimes(object: JsonObject, live: JsonObject): void {
  const entries = entriesOf(object);
  const before = entriesOf(live);
  const isLater = entries.some((entry, i) => entry.time !== before[i]?.time);
  if (entries.length !== before.length || !isLater) {
    return;
  }
  if (
    entries.every((entry, i) => equalButTime(entry, before[i] as JsonObject)) &&
    deepEqual(withoutManagedFields(object), withoutManagedFields(live))
  ) {
    (object.metadata as JsonObject).managedFields = before.map((entry) => ({ ...entry }));
  }
}

function entriesOf({ metadata }: JsonObject): readonly JsonObject[] {
  const entries: JsonValue | undefined = isJsonObject(metadata) ? getOwn(metadata, "managedFields") : undefined;
  return Array.isArray(entries) ? entries.filter(isJsonObject) : [];
}

function equalButTime({ time: _, ...a }: JsonObject, { time: __, ...b }: JsonObject): boolean {
  return deepEqual(a, b);
}
