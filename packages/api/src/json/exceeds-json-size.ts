import type { JsonValue } from "../value/json-value.ts";

/**
 * True only if the value certainly takes more than `limit` bytes as JSON. Counts characters without escapes and stops
 * at the limit: several times cheaper than encoding.
 */
export function exceedsJsonSize(value: JsonValue, limit: number): boolean {
  return roomAfter(value, limit) < 0;
}

/** Bytes that remain of the limit; negative once it is exceeded, after which counting stops. */
export function roomAfter(value: JsonValue, limit: number): number {
  if (typeof value === "string") {
    return limit - value.length - 2;
  }
  if (typeof value !== "object" || value === null) {
    return limit - 1;
  }
  let room = limit - 2;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && room >= 0; i++) {
      room = roomAfter(value[i] as JsonValue, i === 0 ? room : room - 1);
    }
    return room;
  }
  let separator = 0;
  for (const key in value) {
    room = roomAfter(value[key] as JsonValue, room - key.length - 3 - separator);
    if (room < 0) {
      break;
    }
    separator = 1;
  }
  return room;
}
