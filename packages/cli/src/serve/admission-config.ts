import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { asObjects, asText, isJsonObject, type JsonObject } from "@kiln/api";
import { UsageError } from "../command.ts";

/** Configurations of admission plugins from an AdmissionConfiguration file. */
export interface AdmissionConfig {
  /** Path of the file; empty if there is none. */
  readonly file: string;
  /** Configuration of a plugin; undefined if it has none. */
  find(plugin: string): JsonObject | undefined;
  /** Resolves a path relative to the configuration file. */
  resolve(path: string): string;
}

/** Reads the file. Without a file, no plugin has a configuration. */
export async function readAdmissionConfig(file: string | undefined): Promise<AdmissionConfig> {
  if (file === undefined) {
    return { file: "", find: () => undefined, resolve };
  }
  const content = await readYamlFile(file);
  const fromHere = (path: string) => resolve(dirname(file), path);
  const plugins = await Promise.all(
    pluginsOf(content).map(async ({ name, path, configuration }) => {
      const inline = isJsonObject(configuration) ? configuration : undefined;
      const config = inline ?? (asText(path) === "" ? undefined : await readYamlFile(fromHere(asText(path))));
      return [asText(name), config] as const;
    }),
  );
  const byName = new Map(plugins);
  return { file, find: (plugin) => byName.get(plugin), resolve: fromHere };
}

/**
 * Kubernetes: a file that holds only the configuration of this plugin is the older form, before AdmissionConfiguration
 * (imagepolicy/admission.go NewImagePolicyWebhook, v1.36).
 */
function pluginsOf(content: JsonObject): readonly JsonObject[] {
  return isJsonObject(content.imagePolicy)
    ? [{ name: "ImagePolicyWebhook", configuration: content }]
    : asObjects(content.plugins);
}

export async function readYamlFile(file: string): Promise<JsonObject> {
  // Loaded only if needed: the YAML library takes longer to load than everything else at the start.
  const { parseYaml } = await import("@kiln/api/yaml");
  const { value } = parseYaml(readFileSync(file, "utf8"));
  if (!isJsonObject(value)) {
    throw new UsageError(`${file} should be a map`);
  }
  return value;
}
