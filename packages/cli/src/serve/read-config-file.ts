import { readFileSync } from "node:fs";
import { isJsonObject, type JsonObject } from "@kiln/api";

/**
 * Reads a YAML or JSON file of one kind in one of the given versions. Throws an Error that names the actual kind or
 * version.
 */
export async function readConfigFile(
  file: string,
  { apiVersions, kind }: { readonly apiVersions: readonly string[]; readonly kind: string },
): Promise<JsonObject> {
  const { parseYaml } = await import("@kiln/api/yaml");
  const value = parseYaml(readFileSync(file, "utf8")).value;
  if (!isJsonObject(value) || value.kind !== kind || !apiVersions.includes(String(value.apiVersion))) {
    throw new Error(`${file} is not a ${kind} of version ${apiVersions.join(" or ")}`);
  }
  return value;
}
