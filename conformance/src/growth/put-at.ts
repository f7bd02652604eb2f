import { deepCopy, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { makeValue } from "./make-value.ts";
import type { Kind, PublishedSchema } from "./open-api.ts";

/** Copy of the object with the value at the path; missing parents are created from the schema. */
export function putAt(kind: Kind, base: JsonObject, target: { path: readonly string[]; value: JsonValue }): JsonObject {
  const object = deepCopy(base);
  set(kind, { schema: kind.schema, holder: object, name: "" }, target);
  return object;
}

/** Position of the walk: the value, its schema, and the name of the last field. */
interface At {
  readonly schema: PublishedSchema;
  readonly holder: JsonValue;
  readonly name: string;
}

/** Sets the value in its parent, which is created if it is missing. */
function set(kind: Kind, at: At, { path, value }: { path: readonly string[]; value: JsonValue }): void {
  const [step, ...rest] = path;
  const { schema } = kind.resolve(at.schema);
  const inner = (step === "*" ? (schema.items ?? schema.additionalProperties) : schema.properties?.[step ?? ""]) ?? {};
  const name = step === "*" || step === undefined ? at.name : step;
  const slot = slotOf(at.holder, step ?? "");
  if (rest.length === 0) {
    slot.set(value);
    return;
  }
  let child = slot.get();
  if (typeof child !== "object" || child === null) {
    child = makeValue(inner, name, { kind, flavor: "distinct", index: 0 });
    slot.set(child);
  }
  set(kind, { schema: inner, holder: child, name }, { path: rest, value });
}

function slotOf(
  holder: JsonValue,
  step: string,
): { get: () => JsonValue | undefined; set: (value: JsonValue) => void } {
  if (Array.isArray(holder)) {
    return {
      get: () => holder[0],
      set: (value) => {
        holder[0] = value;
      },
    };
  }
  const object = isJsonObject(holder) ? holder : {};
  const key = step === "*" ? (Object.keys(object)[0] ?? "k0") : step;
  return {
    get: () => object[key],
    set: (value) => {
      object[key] = value;
    },
  };
}

/** Value at a path; undefined if there is none. */
export function valueAt(object: JsonValue, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const step of path) {
    if (typeof value !== "object" || value === null) {
      return undefined;
    }
    value = slotOf(value, step).get();
  }
  return value;
}
