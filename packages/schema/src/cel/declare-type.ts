import { encodeUtf8, once } from "@kiln/api";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  stringType,
  timestampType,
} from "@kiln/cel";
import { itemsOf, type JsonSchema } from "../json-schema.ts";
import { withResourceFields } from "../with-resource-fields.ts";
import { escapeName } from "./escape-name.ts";
import { readBytes, readDate, readDateTime, readDuration } from "./read-format.ts";

/**
 * CEL declarations of the values of a schema. Types below an object are declared on first use, so that one rule at the
 * root of a large schema costs little.
 */
export type DeclaredType = DeclaredScalar | DeclaredList | DeclaredMap | DeclaredObject;

interface Sized {
  /** Characters, items or entries; 0 for other types. */
  readonly maxElements: number;
  /** Length of the shortest JSON of a value, in bytes. */
  readonly minSize: number;
}

interface DeclaredScalar extends Sized {
  readonly kind: "scalar";
  readonly type: CelType;
}

interface DeclaredList extends Sized {
  readonly kind: "list";
  readonly schema: JsonSchema;
  readonly element: DeclaredType;
}

interface DeclaredMap extends Sized {
  readonly kind: "map";
  readonly schema: JsonSchema;
  readonly element: DeclaredType;
}

export interface DeclaredObject extends Sized {
  readonly kind: "object";
  readonly schema: JsonSchema;
  /** Fields by their CEL identifiers. */
  readonly fields: ReadonlyMap<string, DeclaredField>;
}

export interface DeclaredField {
  readonly key: string;
  readonly schema: JsonSchema;
  readonly type: DeclaredType;
}

/** Declares the CEL types of schemas, each once for as long as the schema lives. */
export interface Declarations {
  /** CEL type of a schema's values; undefined if CEL cannot access them, because their type is unknown. */
  declare(schema: JsonSchema, place: { readonly isResource: boolean }): DeclaredType | undefined;
}

export function createDeclarations(): Declarations {
  const known = new WeakMap<JsonSchema, Map<boolean, DeclaredType | undefined>>();
  const declarations: Declarations = {
    declare(schema, { isResource }) {
      const byPlace = known.get(schema) ?? new Map<boolean, DeclaredType | undefined>();
      known.set(schema, byPlace);
      if (!byPlace.has(isResource)) {
        byPlace.set(isResource, declareType(isResource ? withResourceFields(schema) : schema, declarations));
      }
      return byPlace.get(isResource);
    },
  };
  return declarations;
}

/** Maximum size of a request body, which bounds values without a limit of their own. */
const MAX_REQUEST_BYTES = 3 * 1024 * 1024;
const MAX_TEXT_BYTES = MAX_REQUEST_BYTES - 2;

/** Maximum number of values of a type in one request. */
export function maxCardinality({ minSize }: DeclaredType): number {
  return Math.floor(MAX_REQUEST_BYTES / (minSize + 1));
}

function declareType(schema: JsonSchema, declarations: Declarations): DeclaredType | undefined {
  if (schema.intOrString === true) {
    return scalar(dynType, 1, maxTextBytes(schema) ?? MAX_TEXT_BYTES);
  }
  switch (schema.type) {
    case "array":
      return declareList(schema, declarations);
    case "object":
      return typeof schema.additionalProperties === "object"
        ? declareMap(schema, schema.additionalProperties, declarations)
        : declareObject(schema, declarations);
    case "string":
      return declareText(schema);
    case "boolean":
      return scalar(boolType, 4, 0);
    case "number":
      return scalar(doubleType, 1, 0);
    case "integer":
      return scalar(intType, 1, 0);
    default:
      return undefined;
  }
}

function scalar(type: CelType, minSize: number, maxElements: number): DeclaredScalar {
  return { kind: "scalar", type, minSize, maxElements };
}

const durations: CelType = { ...durationType, fromData: readDuration };
const dates: CelType = { ...timestampType, fromData: readDate };
const dateTimes: CelType = { ...timestampType, fromData: readDateTime };
const bytes: CelType = { ...bytesType, fromData: readBytes };

function declareText(schema: JsonSchema): DeclaredScalar {
  switch (schema.format) {
    case "byte":
      return scalar(bytes, 2, schema.maxLength === undefined ? MAX_TEXT_BYTES : Math.max(schema.maxLength, 0));
    case "duration":
      return scalar(durations, 3, 32);
    case "date":
      return scalar(dates, 12, 12);
    case "date-time":
      return scalar(dateTimes, 21, 32);
    default:
      return scalar(stringType, 2, maxTextBytes(schema) ?? maxEnumBytes(schema) ?? MAX_TEXT_BYTES);
  }
}

/** Maximum bytes of a string; a character takes at most four. */
function maxTextBytes({ maxLength }: JsonSchema): number | undefined {
  return maxLength === undefined ? undefined : Math.max(maxLength, 0) * 4;
}

function maxEnumBytes({ enum: values = [] }: JsonSchema): number | undefined {
  const lengths = values.map((value) => (typeof value === "string" ? encodeUtf8(value).length : 0));
  return lengths.length === 0 ? undefined : lengths.reduce((longest, length) => Math.max(longest, length));
}

function declareList(schema: JsonSchema, declarations: Declarations): DeclaredList | undefined {
  const items = itemsOf(schema);
  const element = items && declarations.declare(items, { isResource: items.embeddedResource === true });
  if (element === undefined) {
    return undefined;
  }
  const { maxItems = Math.floor(MAX_TEXT_BYTES / (element.minSize + 1)) } = schema;
  return { kind: "list", schema, element, minSize: 2, maxElements: Math.max(maxItems, 0) };
}

function declareMap(schema: JsonSchema, values: JsonSchema, declarations: Declarations): DeclaredMap | undefined {
  const element = declarations.declare(values, { isResource: values.embeddedResource === true });
  if (element === undefined) {
    return undefined;
  }
  const { maxProperties = Math.floor(MAX_TEXT_BYTES / (element.minSize + 6)) } = schema;
  return { kind: "map", schema, element, minSize: 2, maxElements: Math.max(maxProperties, 0) };
}

function declareObject(schema: JsonSchema, declarations: Declarations): DeclaredObject {
  const fields = once(() => declareFields(schema, declarations));
  return {
    kind: "object",
    schema,
    get fields() {
      return fields();
    },
    minSize: minObjectSize(schema, declarations),
    maxElements: 0,
  };
}

function declareFields(schema: JsonSchema, declarations: Declarations): Map<string, DeclaredField> {
  const fields = new Map<string, DeclaredField>();
  for (const [key, property] of schema.properties ?? []) {
    const type = declarations.declare(property, { isResource: property.embeddedResource === true });
    const name = type && escapeName(key);
    if (name !== undefined && type !== undefined) {
      fields.set(name, { key, schema: property, type });
    }
  }
  return fields;
}

/**
 * Bytes of the shortest JSON of an object. A field with a default adds none: the server sets it, so a request may omit
 * it.
 */
function minObjectSize(schema: JsonSchema, declarations: Declarations): number {
  let size = 2;
  for (const name of new Set(schema.required)) {
    const property = schema.properties?.get(name);
    const isSent = property !== undefined && (property.default ?? null) === null;
    const type = isSent && declarations.declare(property, { isResource: property.embeddedResource === true });
    if (type) {
      size += encodeUtf8(name).length + type.minSize + 4;
    }
  }
  return size;
}
