import { goTypeName } from "../go/go-type-name.ts";
import { type CelList, elementAt, findInMap, isList, isMap, listSize } from "../values/containers.ts";
import { bigintOf, isInt } from "../values/int.ts";
import { runtimeType } from "../values/kind-of.ts";
import { printMessageValue } from "../values/print-value.ts";
import { CelDouble, CelError, CelUint, type CelValue } from "../values/value.ts";

/** Member of a value: undefined if absent, an error if the type has none. */
export function access(value: CelValue, key: CelValue): CelValue | undefined {
  if (isMap(value)) {
    return findInMap(value, key);
  }
  if (isList(value)) {
    return accessList(value, key);
  }
  return undefined;
}

function accessList(list: CelList, key: CelValue): CelValue | undefined {
  const index = indexOf(key);
  if (index instanceof CelError) {
    return index;
  }
  return index >= 0 && index < listSize(list) ? elementAt(list, index) : undefined;
}

/** A whole number of any numeric type, as an index. */
export function indexOf(key: CelValue): number | CelError {
  if (isInt(key)) {
    return Number(bigintOf(key));
  }
  if (key instanceof CelUint) {
    return Number(key.value);
  }
  if (key instanceof CelDouble) {
    return Number.isInteger(key.value) ? key.value : unsupported(key);
  }
  return new CelError(`unsupported index type '${runtimeType(key).name}' in list`);
}

function unsupported(key: CelValue): CelError {
  return new CelError(`unsupported index value ${printMessageValue(key)} in list`);
}

export function noSuchKey(key: CelValue): CelError {
  return new CelError(`no such key: ${printMessageValue(key)}`);
}

/** Result of an index that found nothing. */
export function missing(value: CelValue, index: CelValue): CelError {
  return isList(value) ? new CelError(`index out of bounds: ${printMessageValue(index)}`) : noSuchKey(index);
}

/** Map key or list index of a value in brackets; an error for a value that is neither. */
export function toKey(value: CelValue): CelValue {
  if (
    typeof value !== "object" ||
    value instanceof CelError ||
    value instanceof CelUint ||
    value instanceof CelDouble
  ) {
    return value;
  }
  return new CelError(`invalid qualifier type: ${nativeName(value)}`);
}

function nativeName(value: CelValue): string {
  if (value === null) {
    return "<nil>";
  }
  return isList(value) ? "[]interface {}" : isMap(value) ? "map[string]interface {}" : goTypeName(value);
}
