import { getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import { compileIdentity, type IdentifyElement, isAligned, pairElements } from "./element-identity.ts";
import { itemsOf, type JsonSchema } from "./json-schema.ts";
import { parseUnions } from "./parse-unions.ts";

/** Stored, served and new form of one object during an update by a client of another version. */
export interface CarriedObjects {
  /** Stored form. */
  readonly stored: JsonObject;
  /** Form in the client's version: without the fields that this version lacks. */
  readonly shown: JsonObject;
  /** New object to be stored; {@link carry} adds fields to it. */
  readonly next: JsonObject;
}

export interface CarryOver {
  /**
   * Copies stored fields that marks and unions protect, and that the client's version lacks, to the next object: a
   * client cannot remove a field that its version does not have.
   */
  readonly carry: (objects: CarriedObjects) => void;
  /** Paths of protected fields that `object` has and `other`, the same object in another version, lacks. */
  readonly findLost: (object: JsonObject, other: JsonObject) => string[];
}

export interface CarryOptions {
  readonly hasMutability: boolean;
  readonly hasUnions: boolean;
}

/** Compiles the schemas of all versions, the storage version first. Undefined if no schema protects a field. */
export function compileCarryOver(schemas: readonly JsonSchema[], options: CarryOptions): CarryOver | undefined {
  const root = compileNode(schemas, { ...options, isRoot: true });
  return root === undefined
    ? undefined
    : {
        carry: ({ stored, shown, next }) => carry(root, stored, shown, next),
        findLost: (object, other) => findLost(root, object, other).map((path) => path.slice(1)),
      };
}

/** One position of the schema that has marks or unions, or has them below it. */
interface Guarded {
  /** True at and below a field with a mark: every field below it is protected. */
  readonly isWhole: boolean;
  /** True for a map with `x-kubernetes-key-mutability`: all its keys are protected. */
  readonly hasKeys: boolean;
  readonly fields: ReadonlyMap<string, Guarded>;
  /** Protected parts of the map's values. */
  readonly values: Guarded | undefined;
  readonly items: Guarded | undefined;
  readonly identify: IdentifyElement | undefined;
}

const LEAF: Guarded = {
  isWhole: false,
  hasKeys: false,
  fields: new Map(),
  values: undefined,
  items: undefined,
  identify: undefined,
};

interface Compiling extends CarryOptions {
  readonly isRoot?: boolean;
}

function compileNode(schemas: readonly JsonSchema[], compiling: Compiling): Guarded | undefined {
  const { hasMutability, isRoot = false, ...below } = compiling;
  const inner = { ...below, hasMutability };
  const isWhole = hasMutability && schemas.some(({ mutability }) => isMark(mutability));
  const hasKeys = hasMutability && schemas.some(({ keyMutability }) => isMark(keyMutability));
  const fields = compileFields(schemas, { ...inner, isRoot });
  const valueSchemas = schemas.flatMap(({ additionalProperties: values }) =>
    typeof values === "object" ? [values] : [],
  );
  const itemSchemas = schemas.flatMap((schema) => itemsOf(schema) ?? []);
  const values = valueSchemas.length === 0 ? undefined : compileNode(valueSchemas, inner);
  const items = itemSchemas.length === 0 ? undefined : compileNode(itemSchemas, inner);
  const isGuarded = isWhole || hasKeys || fields.size > 0 || values !== undefined || items !== undefined;
  const list = schemas.find((schema) => itemsOf(schema) !== undefined);
  const identify = list === undefined ? undefined : compileIdentity(list);
  return isGuarded ? { isWhole, hasKeys, fields, values, items, identify } : undefined;
}

const SERVER_FIELDS: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function compileFields(schemas: readonly JsonSchema[], { isRoot = false, ...below }: Compiling): Map<string, Guarded> {
  const byName = new Map<string, JsonSchema[]>();
  for (const { properties } of schemas) {
    for (const [name, property] of properties ?? []) {
      byName.set(name, [...(byName.get(name) ?? []), property]);
    }
  }
  const ofUnions = new Set(below.hasUnions ? schemas.flatMap(unionFields) : []);
  const fields = new Map<string, Guarded>();
  for (const [name, properties] of byName) {
    const guarded = compileNode(properties, below) ?? (ofUnions.has(name) ? LEAF : undefined);
    if (guarded !== undefined && !(isRoot && SERVER_FIELDS.has(name))) {
      fields.set(name, guarded);
    }
  }
  return fields;
}

function isMark(value: JsonValue | undefined): boolean {
  return value === "Immutable" || value === "AddOnly" || value === "RemoveOnly";
}

function unionFields({ unions }: JsonSchema): string[] {
  return (unions === undefined ? [] : parseUnions(unions)).flatMap(({ discriminator, members }) => [
    ...(discriminator === undefined ? [] : [discriminator]),
    ...members.keys(),
  ]);
}

/** Node for any value below a field with a mark. */
const WHOLE: Guarded = { ...LEAF, isWhole: true };

/**
 * Copies protected fields from `stored` to `next` where `shown` lacks them. Values of different types have no fields in
 * common.
 */
function carry(
  guarded: Guarded,
  stored: JsonValue | undefined,
  shown: JsonValue | undefined,
  next: JsonValue | undefined,
): void {
  if (isJsonObject(stored) && isJsonObject(shown) && isJsonObject(next)) {
    carryFields(guarded, stored, shown, next);
  } else if (Array.isArray(stored) && Array.isArray(shown) && Array.isArray(next)) {
    carryItems(guarded, stored, shown, next);
  }
}

function carryFields(guarded: Guarded, stored: JsonObject, shown: JsonObject, next: JsonObject): void {
  const { isWhole, hasKeys, fields, values } = guarded;
  const keys = isWhole || hasKeys || values !== undefined ? Object.keys(stored) : fields.keys();
  for (const key of keys) {
    const field = isWhole ? WHOLE : (fields.get(key) ?? values);
    const value = getOwn(stored, key);
    if (value === undefined || (field === undefined && !hasKeys)) {
      continue;
    }
    if (!Object.hasOwn(shown, key)) {
      setOwn(next, key, value);
    } else if (field !== undefined) {
      carry(field, value, getOwn(shown, key), getOwn(next, key));
    }
  }
}

/**
 * Items have the same index in both forms of the stored object; items of the client's object are matched with the shown
 * ones.
 */
function carryItems(
  { isWhole, items, identify }: Guarded,
  stored: JsonValue[],
  shown: JsonValue[],
  next: JsonValue[],
): void {
  const item = isWhole ? WHOLE : items;
  if (item === undefined) {
    return;
  }
  const pairs = isAligned(shown, next, identify)
    ? next.map((_, index) => [index, index] as const)
    : pairElements(shown, next, identify).pairs;
  for (const [oldIndex, index] of pairs) {
    carry(item, stored[oldIndex], shown[oldIndex], next[index]);
  }
}

function findLost(guarded: Guarded, value: JsonValue | undefined, other: JsonValue | undefined): string[] {
  const { isWhole, hasKeys, fields, values, items } = guarded;
  if (Array.isArray(value) && Array.isArray(other)) {
    const item = isWhole ? WHOLE : items;
    return item === undefined
      ? []
      : value.flatMap((each, index) => findLost(item, each, other[index]).map((path) => `[${index}]${path}`));
  }
  if (!isJsonObject(value) || !isJsonObject(other)) {
    return [];
  }
  return Object.keys(value).flatMap((key) => {
    const field = isWhole ? WHOLE : (fields.get(key) ?? values);
    if (field === undefined && !hasKeys) {
      return [];
    }
    const isLost = (getOwn(value, key) ?? null) !== null && !Object.hasOwn(other, key);
    const below = field === undefined ? [] : findLost(field, getOwn(value, key), getOwn(other, key));
    return isLost ? [`.${key}`] : below.map((path) => `.${key}${path}`);
  });
}
