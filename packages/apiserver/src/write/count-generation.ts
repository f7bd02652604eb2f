import { deepEqual, getOwn, type JsonObject, metadataOf } from "@kiln/api";
import { wasAnyGivenEmpty } from "@kiln/kinds";
import type { Step } from "./write.ts";

/** Increments metadata.generation if the desired state changed. No later step changes the object. */
export const countGeneration: Step = ({ resource, object, live }) => {
  if (live === undefined || !resource.writing.countsGenerations) {
    return undefined;
  }
  const before = metadataOf(live.object).generation ?? 0;
  const isExact = resource.writing.countsGenerations === "exact";
  if (isSpecChanged(object, live.object, resource.subresources.hasStatus) || (isExact && wasAnyGivenEmpty(object))) {
    metadataOf(object).generation = Number(before) + 1;
  }
  return undefined;
};

function isSpecChanged(object: JsonObject, old: JsonObject, hasStatus: boolean): boolean {
  const isCounted = (key: string) => key !== "metadata" && !(hasStatus && key === "status");
  const isChanged = (key: string) => {
    const before = getOwn(old, key);
    const after = getOwn(object, key);
    return isCounted(key) && (before === undefined || after === undefined || !deepEqual(before, after));
  };
  return (
    Object.keys(object).some(isChanged) || Object.keys(old).some((key) => isCounted(key) && !Object.hasOwn(object, key))
  );
}
