import type { Payload } from "../volumes/payload.ts";

/** Files with text, all of one mode. */
export function textPayload(files: Readonly<Record<string, string>>, mode = 0o644): Payload {
  return new Map(Object.entries(files).map(([path, text]) => [path, { bytes: new TextEncoder().encode(text), mode }]));
}
