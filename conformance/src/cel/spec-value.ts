import { asObject, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import {
  boolType,
  bytesType,
  CelDouble,
  CelDuration,
  CelTimestamp,
  type CelType,
  CelTypeValue,
  CelUint,
  type CelValue,
  doubleType,
  durationType,
  dynType,
  intType,
  LiteralMap,
  listType,
  mapType,
  nullType,
  opaqueType,
  optionalType,
  stringType,
  structType,
  timestampType,
  typeOfType,
  typeParameter,
  uintType,
  wrapperType,
} from "@kiln/cel";

/** Error for protobuf JSON that has no CEL value: messages and unknowns. */
class NotAValue extends Error {}

const simpleTypes: ReadonlyMap<string, CelType> = new Map([
  ["bool", boolType],
  ["bytes", bytesType],
  ["double", doubleType],
  ["int", intType],
  ["list", listType(dynType)],
  ["map", mapType(dynType, dynType)],
  ["null_type", nullType],
  ["string", stringType],
  ["uint", uintType],
  ["google.protobuf.Duration", durationType],
  ["google.protobuf.Timestamp", timestampType],
  ["optional_type", opaqueType("optional_type")],
  ["type", { kind: "type", name: "type", parameters: [] }],
]);

const readers: ReadonlyMap<string, (value: JsonValue) => CelValue> = new Map<string, (value: JsonValue) => CelValue>([
  ["nullValue", () => null],
  ["boolValue", (value) => value as boolean],
  ["stringValue", (value) => value as string],
  ["int64Value", (value) => readInt(String(value))],
  ["uint64Value", (value) => new CelUint(BigInt(String(value)))],
  ["doubleValue", (value) => new CelDouble(Number(value))],
  ["bytesValue", (value) => Uint8Array.from(atob(String(value)), (char) => char.charCodeAt(0))],
  ["typeValue", (value) => new CelTypeValue(simpleTypes.get(String(value)) ?? structType(String(value)))],
  ["listValue", (value) => members(value, "values").map(readValue)],
  ["mapValue", readMap],
  ["objectValue", readObject],
]);

/** Decodes a `cel.expr.Value`. */
export function readValue(json: JsonValue): CelValue {
  const [entry] = isJsonObject(json) ? Object.entries(json) : [];
  const read = entry === undefined ? undefined : readers.get(entry[0]);
  if (entry === undefined || read === undefined) {
    throw new NotAValue(JSON.stringify(json));
  }
  return read(entry[1] as JsonValue);
}

function members(json: JsonValue | undefined, key: string): JsonValue[] {
  const list = isJsonObject(json) ? json[key] : undefined;
  return Array.isArray(list) ? [...list] : [];
}

function readInt(text: string): CelValue {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

function readMap(json: JsonValue): CelValue {
  const map = new LiteralMap();
  for (const entry of members(json, "entries").filter(isJsonObject)) {
    const key = readValue(entry.key as JsonValue);
    const lookup = key instanceof CelUint ? Number(key.value) : (key as string | number | boolean);
    map.entries.set(lookup, { key, value: readValue(entry.value as JsonValue) });
  }
  return map;
}

function readObject(json: JsonValue): CelValue {
  const object = json as JsonObject;
  const text = String(object.value);
  switch (object["@type"]) {
    case "type.googleapis.com/google.protobuf.Duration":
      return new CelDuration(BigInt(Math.round(Number(text.slice(0, -1)) * 1e9)));
    case "type.googleapis.com/google.protobuf.Timestamp": {
      const nanoseconds = Number((/\.(\d+)/.exec(text)?.[1] ?? "").padEnd(9, "0"));
      return new CelTimestamp(Math.floor(Date.parse(text.replace(/\.\d+/, "")) / 1000), nanoseconds);
    }
    default:
      throw new NotAValue(String(object["@type"]));
  }
}

const primitives: ReadonlyMap<string, CelType> = new Map([
  ["BOOL", boolType],
  ["INT64", intType],
  ["UINT64", uintType],
  ["DOUBLE", doubleType],
  ["STRING", stringType],
  ["BYTES", bytesType],
]);

/** Decodes a `cel.expr.Type`. */
export function readType(json: JsonValue): CelType {
  const [entry] = isJsonObject(json) ? Object.entries(json) : [];
  const [kind, value] = (entry ?? ["dyn", {}]) as [string, JsonValue];
  const inner = asObject(value);
  switch (kind) {
    case "primitive":
      return primitives.get(String(value)) ?? dynType;
    case "null":
      return nullType;
    case "listType":
      return listType(readType(inner.elemType as JsonValue));
    case "mapType":
      return mapType(readType(inner.keyType as JsonValue), readType(inner.valueType as JsonValue));
    case "wellKnown":
      return value === "DURATION" ? durationType : value === "TIMESTAMP" ? timestampType : dynType;
    case "wrapper":
      return wrapperType(primitives.get(String(value)) ?? dynType);
    case "type":
      return typeOfType(readType(value));
    case "typeParam":
      return typeParameter(String(value));
    case "messageType":
      return structType(String(value));
    case "abstractType":
      return readAbstract(inner);
    default:
      return dynType;
  }
}

function readAbstract(json: JsonObject): CelType {
  const parameters = members(json, "parameterTypes").map(readType);
  return json.name === "optional_type"
    ? optionalType(parameters[0] ?? dynType)
    : opaqueType(String(json.name), ...parameters);
}
