import { asObjects, type FieldPath, type JsonObject } from "@kiln/api";

/** A container of any kind, with its path. */
export interface PlacedContainer {
  readonly container: JsonObject;
  readonly path: FieldPath;
}

const LISTS: readonly string[] = ["initContainers", "containers", "ephemeralContainers"];

/** All containers of a Pod in Kubernetes' order: init containers first. */
export function placedContainers(spec: JsonObject, path: FieldPath): PlacedContainer[] {
  return LISTS.filter((list) => spec[list] !== undefined).flatMap((list) => {
    const at = path.child(list);
    return asObjects(spec[list]).map((container, i) => ({ container, path: at.index(i) }));
  });
}

/** Whether a container of any kind has the property. Makes no paths, unlike {@link placedContainers}. */
export function someContainer(spec: JsonObject, has: (container: JsonObject) => boolean): boolean {
  return LISTS.some((list) => spec[list] !== undefined && asObjects(spec[list]).some(has));
}

export function isRestartable({ restartPolicy }: JsonObject): boolean {
  return restartPolicy === "Always";
}
