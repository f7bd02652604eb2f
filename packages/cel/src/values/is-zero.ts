import { isList, isMap, listSize, mapSize } from "./containers.ts";
import { CelDouble, CelDuration, CelTimestamp, CelUint, type CelValue, OpaqueValue } from "./value.ts";

/** Whether the value is the zero value of its type: 0, false, empty, or the first moment of year 1. */
export function isZero(value: CelValue): boolean {
  if (value === null || value === "" || value === 0 || value === false) {
    return true;
  }
  if (value instanceof CelDouble) {
    return value.value === 0;
  }
  if (value instanceof CelUint) {
    return value.value === 0n;
  }
  if (value instanceof CelDuration) {
    return value.nanoseconds === 0n;
  }
  if (value instanceof CelTimestamp) {
    return value.seconds === -62_135_596_800 && value.nanoseconds === 0;
  }
  if (isList(value)) {
    return listSize(value) === 0;
  }
  if (value instanceof Uint8Array) {
    return value.length === 0;
  }
  return isMap(value) ? mapSize(value) === 0 : value instanceof OpaqueValue && value.isZero();
}
