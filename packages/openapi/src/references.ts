import { isJsonObject, type JsonValue } from "@kiln/api";

/** Adds to `names` the schemas that a part of a document references. */
export function addReferences(value: JsonValue, names: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) {
      addReferences(item, names);
    }
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      if (key === "$ref" && typeof member === "string") {
        const name = /^#\/(?:components\/schemas|definitions)\/(.+)$/.exec(member)?.[1];
        if (name !== undefined) {
          names.add(name);
        }
      } else {
        addReferences(member, names);
      }
    }
  }
}
