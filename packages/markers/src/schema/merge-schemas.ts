import { deepCopy, deepEqual, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";

/** Keywords that a type and a field set independently, one of which the caller chooses. */
const DOCUMENTATION = new Set(["description", "title", "example", "externalDocs"]);

/**
 * Changes `target` so that it requires both: the markers of a field beside those of its type, or an embedded struct
 * beside the struct around it. Contradicting keywords go into `allOf`, where both count.
 */
export function mergeInto(target: JsonObject, source: JsonObject): void {
  for (const embedded of Array.isArray(source.allOf) ? source.allOf.filter(isJsonObject) : []) {
    mergeInto(target, embedded);
  }
  const hoisted: [JsonObject, JsonObject] = [{}, {}];
  for (const [key, value] of Object.entries(source)) {
    if (key === "allOf" || DOCUMENTATION.has(key)) {
      continue;
    }
    const before = Object.hasOwn(target, key) ? target[key] : undefined;
    if (before === undefined) {
      target[key] = deepCopy(value);
    } else if (!deepEqual(before, value) && !mergeKeyword(target, key, value)) {
      hoisted[0][key] = before;
      hoisted[1][key] = value;
      delete target[key];
    }
  }
  if (Object.keys(hoisted[0]).length > 0) {
    target.allOf = [...(Array.isArray(target.allOf) ? target.allOf : []), ...hoisted];
  }
}

/** Merges a keyword; returns false if both values must be kept. */
function mergeKeyword(target: JsonObject, key: string, value: JsonValue): boolean {
  const before = target[key] as JsonValue;
  switch (key) {
    case "properties":
      mergeProperties(before as JsonObject, value as JsonObject);
      return true;
    case "required":
      target.required = [...new Set([...(before as string[]), ...(value as string[])])].sort();
      return true;
    case "x-kubernetes-unions":
      target[key] = [...(before as JsonValue[]), ...(value as JsonValue[])];
      return true;
    case "x-kubernetes-validations":
      target[key] = [...(value as JsonValue[]), ...(before as JsonValue[])];
      return true;
    case "additionalProperties":
      if (isJsonObject(before) && isJsonObject(value)) {
        mergeInto(before, value);
      }
      return true;
    // The marker nearer to the field wins.
    case "type":
    case "enum":
      return true;
    case "default":
    case "nullable":
    case "x-kubernetes-map-type":
    case "x-kubernetes-preserve-unknown-fields":
    case "x-kubernetes-mutability":
    case "x-kubernetes-key-mutability":
      target[key] = value;
      return true;
    default:
      return false;
  }
}

function mergeProperties(target: JsonObject, source: JsonObject): void {
  for (const [name, value] of Object.entries(source)) {
    const before = Object.hasOwn(target, name) ? target[name] : undefined;
    if (isJsonObject(before) && isJsonObject(value)) {
      mergeInto(before, value);
    } else {
      setOwn(target, name, deepCopy(value));
    }
  }
}
