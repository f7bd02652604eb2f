import { asObjects, type KubeObject, objectAt } from "@kiln/api";
import { numberAt } from "../read-fields.ts";

/** User that all containers run as; undefined if they differ. */
export function fsUserOf(pod: KubeObject): number | undefined {
  const spec = objectAt(pod, "spec");
  const ofPod = numberAt(objectAt(spec, "securityContext"), "runAsUser");
  const containers = ["initContainers", "containers", "ephemeralContainers"].flatMap((list) => asObjects(spec[list]));
  const users = new Set(
    containers.map((container) => numberAt(objectAt(container, "securityContext"), "runAsUser") ?? ofPod),
  );
  const [only] = users;
  return users.size === 1 ? only : undefined;
}
