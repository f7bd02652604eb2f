import {
  appendAll,
  getOwn,
  goTypeOf,
  isJsonObject,
  type JsonArray,
  type JsonValue,
  printGoSyntax,
  printGoValue,
} from "@kiln/api";
import {
  type FieldType,
  type ListType,
  type MapType,
  type ScalarType,
  untypedAtomic,
  untypedDeduced,
} from "./field-type.ts";
import { elementOf, explainUnnamed, isNamed } from "./list-element.ts";
import { fieldElement, printElement } from "./path-element.ts";
import { shapeOf } from "./shape.ts";

/** A type error, with Kubernetes' message. */
export interface TypeFault {
  /** Path of the value: `.spec.ports[port=80].name`; empty for the object itself. */
  readonly path: string;
  readonly message: string;
}

export interface CheckTypeOptions {
  /** True to accept two list items with the same identity. */
  readonly allowsDuplicates: boolean;
  /** True to accept fields that the type lacks; false by default. */
  readonly allowsUnknown?: boolean;
}

/**
 * Errors of a value that does not match its type; empty if it matches. All other functions require a matching value.
 */
export function checkType(type: FieldType, value: JsonValue, options: CheckTypeOptions): readonly TypeFault[] {
  return inspect(type, value, options) ?? [];
}

/** One text with all errors, on several lines if there are several. */
export function printTypeFaults(faults: readonly TypeFault[]): string {
  const lines = faults.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  return lines.length === 1 ? (lines[0] as string) : ["errors:", ...lines.map((line) => `  ${line}`)].join("\n");
}

type Faults = TypeFault[] | undefined;

function inspect(type: FieldType, value: JsonValue, options: CheckTypeOptions): Faults {
  if (type === untypedDeduced || type === untypedAtomic) {
    // A value without a type matches, and so does everything in it.
    return undefined;
  }
  switch (shapeOf(type, value)) {
    case "map":
      return inspectMap(type.map as MapType, value, options);
    case "list":
      return inspectList(type.list as ListType, value, options);
    default:
      return inspectScalar(type.scalar as ScalarType, value);
  }
}

function inspectScalar(scalar: ScalarType, value: JsonValue): Faults {
  const actual = typeof value;
  const isNumber = actual === "number" || actual === "bigint";
  switch (scalar) {
    case "numeric":
      return isNumber || value === null ? undefined : fault(`expected numeric (int or float), got ${goTypeOf(value)}`);
    case "string":
      return actual === "string" || value === null
        ? undefined
        : fault(`expected string, got &value.valueUnstructured{Value:${printGoSyntax(value)}}`);
    case "boolean":
      return actual === "boolean" || value === null ? undefined : unexpected("boolean", value);
    default:
      return actual === "object" && value !== null ? unexpected("any scalar", value) : undefined;
  }
}

function unexpected(expected: string, value: JsonValue): Faults {
  return fault(`expected ${expected}, got &{${printGoValue(value)}}`);
}

function fault(message: string): TypeFault[] {
  return [{ path: "", message }];
}

function inspectMap(map: MapType, value: JsonValue, options: CheckTypeOptions): Faults {
  if (!isJsonObject(value)) {
    return value === null ? undefined : unexpected("map", value);
  }
  let all: Faults;
  for (const key in value) {
    const type = map.fields.get(key) ?? map.rest ?? (options.allowsUnknown === true ? untypedDeduced : undefined);
    if (type === undefined) {
      // Kubernetes: the first undeclared field ends the walk of its object (typed/validate.go visitMapItems, v1.36).
      return join(all, [{ path: `.${key}`, message: "field not declared in schema" }]);
    }
    const faults = inspect(type, getOwn(value, key) as JsonValue, options);
    all = faults === undefined ? all : join(all, prefix(faults, printElement(fieldElement(key))));
  }
  return all;
}

function inspectList(list: ListType, value: JsonValue, options: CheckTypeOptions): Faults {
  if (!Array.isArray(value)) {
    return value === null ? undefined : unexpected("list", value);
  }
  return list.relation === "atomic" ? inspectItems(list, value, options) : inspectNamed(list, value, options);
}

function inspectItems(list: ListType, items: JsonArray, options: CheckTypeOptions): Faults {
  let all: Faults;
  for (let index = 0; index < items.length; index++) {
    const faults = inspect(list.items, items[index] as JsonValue, options);
    all = faults === undefined ? all : join(all, prefix(faults, `[${index}]`));
  }
  return all;
}

function inspectNamed(list: ListType, items: JsonArray, options: CheckTypeOptions): Faults {
  const seen = options.allowsDuplicates ? undefined : new Set<string | undefined>();
  let all: Faults;
  for (let index = 0; index < items.length; index++) {
    const item = items[index] as JsonValue;
    if (!isNamed(list, item)) {
      return join(all, fault(`element ${index}: ${explainUnnamed(list, item)}`));
    }
    const element = seen === undefined ? undefined : elementOf(list, item);
    if (seen?.has(element)) {
      all = join(all, fault(`duplicate entries for key ${printElement(element as string)}`));
    }
    seen?.add(element);
    const faults = inspect(list.items, item, options);
    all = faults === undefined ? all : join(all, prefix(faults, printElement(elementOf(list, item) as string)));
  }
  return all;
}

function prefix(faults: TypeFault[], step: string): TypeFault[] {
  return faults.map(({ path, message }) => ({ path: step + path, message }));
}

/** Appends `more` to `all`: a copy for each error would take quadratic time. */
function join(all: Faults, more: TypeFault[]): TypeFault[] {
  if (all === undefined) {
    return more;
  }
  appendAll(all, more);
  return all;
}
