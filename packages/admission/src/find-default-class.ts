import { type JsonObject, objectAt, textAt } from "@kiln/api";

/** Of the classes that one of the annotations makes the default, the newest; of those of one second, by name. */
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
