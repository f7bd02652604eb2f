import { type JsonObject, objectAt, textAt } from "@kiln/api";

/** Class that an annotation marks as default: the newest, or the first by name of those created in the same second. */
export function findDefaultClass(
  classes: readonly JsonObject[],
  annotations: readonly string[],
): JsonObject | undefined {
  const isDefault = (one: JsonObject) =>
    annotations.some((name) => textAt(objectAt(one, "metadata", "annotations"), name) === "true");
  return classes.filter(isDefault).sort(newestFirst)[0];
}

function newestFirst(a: JsonObject, b: JsonObject): number {
  const [left, right] = [a, b].map((one) => objectAt(one, "metadata")) as [JsonObject, JsonObject];
  const [leftTime, rightTime] = [textAt(left, "creationTimestamp"), textAt(right, "creationTimestamp")];
  if (leftTime !== rightTime) {
    return leftTime > rightTime ? -1 : 1;
  }
  return textAt(left, "name") < textAt(right, "name") ? -1 : 1;
}
