import { metadataOf, objectAt, textAt } from "@kiln/api";
import type { AdmissionAttributes } from "./admission-plugin.ts";

/** Whether the spec of a Pod on a node changes, which is when its generation is incremented. */
export function isChangedOnNode({ object = {}, oldObject = {} }: AdmissionAttributes): boolean {
  const isBound = textAt(objectAt(object, "spec"), "nodeName") !== "";
  return isBound && metadataOf(object).generation !== metadataOf(oldObject).generation;
}
