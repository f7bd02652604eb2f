import { describeGoValue, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import type { CompiledPrune } from "@kiln/schema";
import { scalarDecoders } from "./decode-scalar.ts";
import { isSchemaType, schemaDecoder } from "./decode-schema.ts";
import { type Decode, type DecodeWalk, enter, leave, type OnSchema, refuse } from "./decode-walk.ts";
import { noteIfEmpty, rememberGivenEmpty } from "./given-empty.ts";
import { goFieldName } from "./go-field-name.ts";
import type { MapType, NativeField, NativeType, StructType } from "./native-type.ts";

/** Go's error for an object that cannot be converted to the internal version; undefined if it can. */
export type FindFault = (object: JsonObject) => string | undefined;

/** Inputs of decoding a kind, besides its types. */
export interface NativeDecoding {
  readonly findFault?: FindFault;
  readonly onSchema?: OnSchema;
  /**
   * True for kinds that Kubernetes stores as JSON: empty lists and maps of fields without omitempty are kept. False for
   * kinds stored in protobuf, where an empty list is the same as none.
   */
  readonly keepsEmpty?: boolean;
}

/**
 * Compiles the decoding of a kind, which changes the object as decoding into its Go struct and encoding again would:
 * unknown fields are removed and reported in document order, a mistyped value is reported with Go's message and counts
 * as absent, nulls become Go's zero values, and empty values are written or omitted by the struct's tags. Stored
 * objects never fail.
 */
export function compileNativePrune(type: StructType, decoding: NativeDecoding = {}): CompiledPrune {
  const { findFault, onSchema, keepsEmpty = false } = decoding;
  const decode = decoderOf(type);
  return (object, options = {}) => {
    const walk: DecodeWalk = {
      struct: type.struct,
      fields: [],
      path: [],
      unknown: options.tracksRemoved === true ? [] : undefined,
      keepsEmpty,
      onSchema,
      emptied: [],
      fault: undefined,
      end: undefined,
    };
    const resetsOwners = hasNoOwners(object);
    decode(object, walk);
    rememberGivenEmpty(object, walk.emptied);
    if (resetsOwners && isJsonObject(object.metadata)) {
      object.metadata.managedFields = [];
    }
    const fault = walk.end ?? walk.fault ?? findFault?.(object);
    const isTold = fault !== undefined && options.isStored !== true;
    return {
      mayHaveNulls: false,
      removed: walk.unknown ?? [],
      mismatches: isTold ? [{ path: "", expected: "", found: "", detail: fault }] : [],
      toleratedMismatches: fault !== undefined && !isTold ? 1 : 0,
    };
  };
}

/**
 * Kubernetes: an empty managedFields list differs from none: it resets the owners
 * (managedfields/internal/fieldmanager.go isResetManagedFields, v1.36).
 */
function hasNoOwners({ metadata }: JsonObject): boolean {
  return isJsonObject(metadata) && Array.isArray(metadata.managedFields) && metadata.managedFields.length === 0;
}

/** JSON that Go writes for an empty struct of the type. */
export function zeroOfStruct(type: StructType): JsonObject {
  const zero: JsonObject = {};
  fillKept(zero, structDecoder(type).kept());
  return zero;
}

interface StructDecoder {
  readonly decode: Decode;
  readonly kept: () => readonly KeptField[];
}

/** A field that is encoded even if empty. */
interface KeptField {
  readonly name: string;
  readonly zero: () => JsonValue;
}

interface FieldDecoder {
  readonly goName: string;
  readonly decode: Decode;
  readonly isOmitted: (value: JsonValue) => boolean;
}

/** Decoders by struct, one each, kept as long as the struct: types are never unloaded. */
const structDecoders = new WeakMap<StructType, StructDecoder>();

function structDecoder(type: StructType): StructDecoder {
  let decoder = structDecoders.get(type);
  if (decoder === undefined) {
    decoder = makeStructDecoder(type);
    structDecoders.set(type, decoder);
  }
  return decoder;
}

/** Fields are parsed on first use, so that a struct may contain itself. */
function makeStructDecoder(type: StructType): StructDecoder {
  let known: KnownFields | undefined;
  let kept: readonly KeptField[] | undefined;
  const keptFields = () => {
    kept ??= [...type.fields].flatMap(([name, field]) => keptField(name, field));
    return kept;
  };
  const decode: Decode = (value, walk) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      refuse(walk, describeGoValue(value), type.name);
      return zeroOfStruct(type);
    }
    known ??= knownFields(type);
    decodeFields(value, known, walk);
    fillKept(value, keptFields());
    return value;
  };
  return { decode, kept: keptFields };
}

interface KnownFields {
  readonly struct: string;
  readonly fields: ReadonlyMap<string, FieldDecoder>;
}

function knownFields(type: StructType): KnownFields {
  const decoders = [...type.fields].map(
    ([name, field]) => [name, { ...fieldDecoder(field), goName: goFieldName(type, name) }] as const,
  );
  return { struct: type.struct, fields: new Map(decoders) };
}

/** Decodes all fields of the object, in place. */
function decodeFields(object: JsonObject, { struct, fields }: KnownFields, walk: DecodeWalk): void {
  const outer = walk.struct;
  for (const key of Object.keys(object)) {
    const field = fields.get(key);
    const value = object[key] as JsonValue;
    if (field === undefined) {
      walk.unknown?.push([...walk.path, walk.path.length === 0 ? key : `.${key}`].join(""));
      delete object[key];
      continue;
    }
    if (value === null) {
      delete object[key];
      continue;
    }
    walk.struct = struct;
    enter(walk, key, field.goName);
    const decoded = field.decode(value, walk);
    leave(walk);
    if (field.isOmitted(decoded)) {
      delete object[key];
      noteIfEmpty(walk, { object, key, value: decoded });
    } else if (decoded !== value) {
      setOwn(object, key, decoded);
      noteIfEmpty(walk, { object, key, value });
    }
  }
  walk.struct = outer;
}

/** Sets absent fields that Go always encodes. */
function fillKept(object: JsonObject, kept: readonly KeptField[]): void {
  for (const { name, zero } of kept) {
    if (!Object.hasOwn(object, name)) {
      setOwn(object, name, zero());
    }
  }
}

function fieldDecoder(field: NativeField): Omit<FieldDecoder, "goName"> {
  const { form } = field.type;
  const decode = decoderOf(field.type);
  const isEmptied = field.isKept && (form === "list" || form === "map");
  return { decode: isEmptied ? emptyAsNull(decode) : decode, isOmitted: omission(field) };
}

/**
 * Kubernetes: protobuf storage does not distinguish an empty list or map from none, and none is returned
 * (serializer/protobuf/protobuf.go doEncode, v1.36).
 */
function emptyAsNull(decode: Decode): Decode {
  return (value, walk) => {
    const decoded = decode(value, walk);
    return decoded !== null && !walk.keepsEmpty && Object.keys(decoded).length === 0 ? null : decoded;
  };
}

/** Kubernetes: omitempty never omits a struct (encoding/json/encode.go isEmptyValue, Go 1.26). */
function omission({ type, isKept, omitsZero }: NativeField): (value: JsonValue) => boolean {
  if (isKept) {
    return () => false;
  }
  switch (type.form) {
    case "string":
    case "bytes":
      return (value) => value === "";
    case "bool":
      return (value) => value === false;
    case "int32":
    case "int64":
    case "float64":
      return (value) => value === 0;
    case "list":
      return (value) => value === null || (value as JsonValue[]).length === 0;
    case "map":
      return (value) => value === null || Object.keys(value).length === 0;
    case "time":
      return (value) => omitsZero && value === null;
    default:
      return () => false;
  }
}

function keptField(name: string, { type, isKept, omitsZero }: NativeField): KeptField[] {
  const isWritten = isKept || (WRITTEN_EMPTY.has(type.form) && !omitsZero);
  return isWritten ? [{ name, zero: () => zeroOf(type) }] : [];
}

const WRITTEN_EMPTY: ReadonlySet<NativeType["form"]> = new Set([
  "struct",
  "time",
  "microTime",
  "quantity",
  "intOrString",
  "raw",
]);

const SCALAR_ZEROS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ["string", ""],
  ["bool", false],
  ["int32", 0],
  ["int64", 0],
  ["float64", 0],
  ["quantity", "0"],
  ["intOrString", 0],
]);

function zeroOf(type: NativeType): JsonValue {
  return type.form === "struct" ? zeroOfStruct(type) : (SCALAR_ZEROS.get(type.form) ?? null);
}

/**
 * Zero value of a null list item or map value. Kubernetes: protobuf storage does not distinguish empty bytes from null
 * (serializer/protobuf/protobuf.go doEncode, v1.36).
 */
function zeroInside(type: NativeType): JsonValue {
  return type.form === "bytes" ? "" : zeroOf(type);
}

function decoderOf(type: NativeType): Decode {
  switch (type.form) {
    case "struct":
      return isSchemaType(type) ? schemaDecoder(type) : structDecoder(type).decode;
    case "pointer":
      return decoderOf(type.to);
    case "list":
      return listDecoder(type.name, type.items);
    case "map":
      return mapDecoder(type);
    default:
      return scalarDecoders[type.form](type.name);
  }
}

function listDecoder(name: string, items: NativeType): Decode {
  const decode = decoderOf(items);
  return (value, walk) => {
    if (!Array.isArray(value)) {
      refuse(walk, describeGoValue(value), name);
      return null;
    }
    for (let i = 0; i < value.length; i++) {
      const item = value[i] as JsonValue;
      walk.path.push(`[${i}]`);
      value[i] = item === null ? zeroInside(items) : decode(item, walk);
      walk.path.pop();
    }
    return value;
  };
}

function mapDecoder({ name, values }: MapType): Decode {
  const decode = decoderOf(values);
  return (value, walk) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      refuse(walk, describeGoValue(value), name);
      return null;
    }
    for (const key of Object.keys(value)) {
      const entry = value[key] as JsonValue;
      walk.path.push(`.${key}`);
      const decoded = entry === null ? zeroInside(values) : decode(entry, walk);
      walk.path.pop();
      if (decoded !== entry) {
        setOwn(value, key, decoded);
      }
    }
    return value;
  };
}
