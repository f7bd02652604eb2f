import { decodeJson, deepEqual, encodeYaml, JsonSyntaxError, type JsonValue, printJson } from "@kiln/api";
import { type DecodedYaml, decodeYaml, parseYamlDocuments } from "@kiln/api/yaml";

/** Error in the YAML reader for an input; undefined if there is none. An unexpected exception is an error, too. */
export function checkYaml(input: Buffer): string | undefined {
  attempt(() => parseYamlDocuments(input.toString("utf8")));
  const decoded = attempt((): DecodedYaml => decodeYaml(input));
  if (decoded === undefined) {
    return undefined;
  }
  const again = attempt(() => decodeYaml(encodeYaml(decoded.value)).value, ["depth", "size"]);
  if (again !== undefined && !deepEqual(again, decoded.value)) {
    return `read as ${printJson(decoded.value)}, printed and read again as ${printJson(again)}`;
  }
  const json = attempt((): JsonValue => decodeJson(input).value);
  if (json !== undefined && printJson(json) !== printJson(decoded.value)) {
    return `read as ${printJson(decoded.value)}, but as JSON it is ${printJson(json)}`;
  }
  return undefined;
}

/** Runs `read`; with `only`, an error of any other kind is thrown. */
function attempt<T>(read: () => T, only?: readonly JsonSyntaxError["fault"][]): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof JsonSyntaxError && (only?.includes(error.fault) ?? true)) {
      return undefined;
    }
    throw error;
  }
}
