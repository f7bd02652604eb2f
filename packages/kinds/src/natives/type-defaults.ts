import {
  createQuantity,
  deepCopy,
  isJsonObject,
  type JsonValue,
  parseQuantity,
  printQuantity,
  scaledValue,
  setOwn,
} from "@kiln/api";
import { isSchemaType } from "./decode-schema.ts";
import type { NativeField, NativeType, StructType } from "./native-type.ts";
import { publishedDefault, zeroDefault } from "./published-default.ts";
import type { RulesByType, TypeRules } from "./type-rules.ts";

/** Sets the defaults in a value, in place. */
export type SetTypeDefaults = (value: JsonValue) => void;

/**
 * Compiles the defaults of built-in types: those of a struct are set before those of its content, as in Kubernetes. A
 * struct without defaults at any depth is skipped.
 */
export function createTypeDefaults(rules: RulesByType): (type: StructType) => SetTypeDefaults | undefined {
  const known = new Map<StructType, { readonly set: SetTypeDefaults | undefined }>();
  const ofStruct = (type: StructType): SetTypeDefaults | undefined => {
    const found = known.get(type);
    if (found !== undefined) {
      return found.set;
    }
    const own = Object.hasOwn(rules, type.path) ? (rules[type.path] as TypeRules) : {};
    const set = structDefaults(type, own, (inner) => ofType(inner, ofStruct));
    known.set(type, { set });
    return set;
  };
  return ofStruct;
}

function ofType(
  type: NativeType,
  ofStruct: (type: StructType) => SetTypeDefaults | undefined,
): SetTypeDefaults | undefined {
  switch (type.form) {
    case "struct":
      return isSchemaType(type) ? undefined : ofStruct(type);
    case "pointer":
      return ofType(type.to, ofStruct);
    case "list": {
      const set = ofType(type.items, ofStruct);
      return set && ((value) => Array.isArray(value) && value.forEach(set));
    }
    case "map": {
      const set = ofType(type.values, ofStruct);
      return type.name === RESOURCE_LIST
        ? roundQuantities
        : set && ((value) => isJsonObject(value) && Object.values(value).forEach(set));
    }
    default:
      return undefined;
  }
}

function structDefaults(
  type: StructType,
  own: TypeRules,
  below: (type: NativeType) => SetTypeDefaults | undefined,
): SetTypeDefaults | undefined {
  const defaults = [...type.fields].flatMap(([name, field]) => {
    const value =
      own.defaults !== undefined && Object.hasOwn(own.defaults, name) ? own.defaults[name] : realDefault(field);
    return value === undefined ? [] : [{ name, value }];
  });
  const inside = [...type.fields].flatMap(([name, field]) => {
    const set = below(field.type);
    return set === undefined ? [] : [{ name, set }];
  });
  if (defaults.length === 0 && inside.length === 0 && own.setDefaults === undefined) {
    return undefined;
  }
  return (value) => {
    if (!isJsonObject(value)) {
      return;
    }
    for (const { name, value: wanted } of defaults) {
      if ((value[name] ?? null) === null) {
        setOwn(value, name, deepCopy(wanted));
      }
    }
    own.setDefaults?.(value);
    for (const { name, set } of inside) {
      const inner = value[name];
      if (inner !== undefined && inner !== null) {
        set(inner);
      }
    }
  };
}

/** Published default of a field, if it has an effect on an object. */
function realDefault(field: NativeField): JsonValue | undefined {
  const value = field.default === undefined ? undefined : publishedDefault(field);
  return field.type.form === "pointer" || value !== zeroDefault(field.type) ? value : undefined;
}

const RESOURCE_LIST = "v1.ResourceList";
const MILLI = -3;

/** Rounds resource quantities. Kubernetes: up to thousandths (core/v1/defaults.go SetDefaults_ResourceList, v1.36). */
function roundQuantities(value: JsonValue): void {
  if (!isJsonObject(value)) {
    return;
  }
  for (const name in value) {
    const amount = value[name];
    if (typeof amount === "string" && /(?:[nu]|e-\d+)$/.test(amount)) {
      setOwn(value, name, roundUp(amount));
    }
  }
}

function roundUp(amount: string): string {
  const { value: quantity } = parseQuantity(amount);
  if (quantity === undefined) {
    return amount;
  }
  const { format } = quantity;
  return printQuantity({ ...createQuantity(scaledValue(quantity, MILLI), format), scale: MILLI });
}
