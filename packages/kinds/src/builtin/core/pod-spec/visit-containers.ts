import { asObjects, type FieldPath, type JsonObject } from "@kiln/api";

/** A container of any kind, with its path. */
export interface PlacedContainer {
  readonly container: JsonObject;
  readonly path: FieldPath;
}

/** All containers of a Pod in Kubernetes' order: init containers first. */
export function placedContainers(spec: JsonObject, path: FieldPath): PlacedContainer[] {
  return ["initContainers", "containers", "ephemeralContainers"].flatMap((list) =>
    asObjects(spec[list]).map((container, i) => ({ container, path: path.child(list).index(i) })),
  );
}

export function isRestartable({ restartPolicy }: JsonObject): boolean {
  return restartPolicy === "Always";
}
