import { asObjects, asText, type KubeObject, objectAt } from "@kiln/api";
import { hasField } from "../read-fields.ts";

/** Whether no container of the Pod runs or will run again: its references can then be released. */
export function isFinished(pod: KubeObject): boolean {
  const status = objectAt(pod, "status");
  if (["Succeeded", "Failed"].includes(asText(status.phase))) {
    return true;
  }
  const containers = ["initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses"].flatMap((list) =>
    asObjects(status[list]),
  );
  const isDeleted = typeof pod.metadata.deletionTimestamp === "string";
  return (
    isDeleted && containers.length > 0 && containers.every((each) => hasField(objectAt(each, "state"), "terminated"))
  );
}
