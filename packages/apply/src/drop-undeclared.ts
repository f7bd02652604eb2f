import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { type FieldType, untypedAtomic, untypedDeduced } from "./field-type.ts";
import { shapeOf } from "./shape.ts";

/** Removes fields that the type lacks from the object. Returns their paths: `spec.containers[0].imag`. */
export function dropUndeclared(type: FieldType, object: JsonObject): string[] {
  const removed: string[] = [];
  visit(type, object, { path: "", removed });
  return removed;
}

interface Visit {
  readonly path: string;
  /** Paths of the fields removed so far. */
  readonly removed: string[];
}

function visit(type: FieldType, value: JsonValue, { path, removed }: Visit): void {
  if (type === untypedDeduced || type === untypedAtomic) {
    return;
  }
  const shape = shapeOf(type, value);
  if (shape === "map" && isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      const field = type.map?.fields.get(key) ?? type.map?.rest;
      const at = path === "" ? key : `${path}.${key}`;
      if (field === undefined) {
        delete value[key];
        removed.push(at);
      } else {
        visit(field, value[key] as JsonValue, { path: at, removed });
      }
    }
  } else if (shape === "list" && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      visit(type.list?.items ?? untypedDeduced, item, { path: `${path}[${index}]`, removed });
    }
  }
}
