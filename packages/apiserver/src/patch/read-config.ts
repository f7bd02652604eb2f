import {
  decodeJson,
  decodeJsonSlices,
  describeGoValue,
  isJsonObject,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
  type StatusError,
  statusBadRequest,
} from "@kiln/api";
import { isLarge, runSlices } from "../request/large-requests.ts";

/** Media type of a configuration to apply; JSON is valid as well, being YAML. */
export const APPLY_MEDIA_TYPE = "application/apply-patch+yaml";

/** An applied configuration as sent. */
export interface SentConfig {
  readonly object: JsonObject;
  /** An error text for each duplicate key: `line 7: key "a" already set in map`. */
  readonly duplicates: readonly string[];
}

/** Decodes a configuration, first as JSON, which costs a fifth of YAML. */
export async function readConfig(bytes: Uint8Array): Promise<SentConfig> {
  const { value, duplicates } = (await tryJson(bytes)) ?? (await readYaml(bytes));
  if (isJsonObject(value)) {
    return { object: value, duplicates };
  }
  if (value === null) {
    return { object: {}, duplicates };
  }
  throw refuse(
    `error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${describeGoValue(value)} into Go value of type map[string]interface {}`,
  );
}

interface Decoded {
  readonly value: JsonValue;
  readonly duplicates: readonly string[];
}

/** Decodes JSON; undefined if it is invalid or has a duplicate key, whose line only the YAML parser returns. */
async function tryJson(bytes: Uint8Array): Promise<Decoded | undefined> {
  try {
    const decoded = isLarge(bytes) ? await runSlices(decodeJsonSlices(bytes)) : decodeJson(bytes);
    return decoded.duplicates.length === 0 ? decoded : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      return undefined;
    }
    throw error;
  }
}

async function readYaml(bytes: Uint8Array): Promise<Decoded> {
  const { decodeYaml, decodeYamlSlices } = await import("@kiln/api/yaml");
  try {
    return isLarge(bytes) ? await runSlices(decodeYamlSlices(bytes)) : decodeYaml(bytes);
  } catch (error) {
    throw error instanceof JsonSyntaxError ? refuse(`error converting YAML to JSON: ${error.message}`) : error;
  }
}

function refuse(why: string): StatusError {
  return statusBadRequest(`error decoding YAML: ${why}`);
}
