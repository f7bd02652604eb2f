import { metadataOf, objectAt, textAt } from "@kiln/api";
import type { AdmissionAttributes } from "./admission-plugin.ts";

/** Whether a Pod that is bound to a node gets another spec: only then does its generation grow. */
export function isChangedOnNode({ object = {}, oldObject = {} }: AdmissionAttributes): boolean {
  const isBound = textAt(objectAt(object, "spec"), "nodeName") !== "";
  return isBound && metadataOf(object).generation !== metadataOf(oldObject).generation;
}
