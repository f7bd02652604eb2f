import { encodeJson, encodeYaml, type JsonValue } from "@kiln/api";
import type { MediaForm } from "./media-form.ts";

/** A value as the body of an answer. */
export function encodeTree(value: JsonValue, { encoding, isPretty }: MediaForm): Uint8Array {
  return encoding === "yaml" ? encodeYaml(value) : encodeJson(value, { pretty: isPretty });
}
