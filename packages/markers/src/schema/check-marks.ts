import type { JsonObject } from "@kiln/api";
import type { Marker } from "../marker/marker.ts";
import type { SourceFault } from "../source-position.ts";

/**
 * Errors of immutability markers that their type does not allow (KEP-1101):
 * - a list or a map as a whole can only be Immutable; a marker for its keys decides whether it may grow or shrink,
 * - markers for keys are for lists and maps only: the fields of a struct are marked one by one.
 */
export function checkMarks(schema: JsonObject, markers: readonly Marker[], faults: SourceFault[]): void {
  const hasKeys = schema.type === "array" || schema.additionalProperties !== undefined;
  for (const { name, text, position } of markers) {
    const isPartial = name === "immutable" && text !== "" && text !== "Immutable";
    if (isPartial && hasKeys) {
      const message = `+immutable=${text} is not for lists and maps: say +immutable-keys=${text}`;
      faults.push({ position, severity: "error", message });
    }
    if (name === "immutable-keys" && !hasKeys && schema.type === "object") {
      const message = "+immutable-keys is for lists and maps, and this is a struct: mark its fields";
      faults.push({ position, severity: "error", message });
    }
  }
}
