import type { AdmissionPlugin } from "./admission-plugin.ts";
import { admissionPlugins, pluginNames } from "./admission-plugins.ts";

/** Values of `--enable-admission-plugins` and `--disable-admission-plugins`. */
export interface AdmissionChoice {
  readonly enabled?: readonly string[];
  readonly disabled?: readonly string[];
}

/** Plugins that need a configuration file; the code that parses it creates them. */
export const CONFIGURED_PLUGINS: readonly string[] = ["ImagePolicyWebhook", "EventRateLimit"];

/**
 * Kubernetes: plugins that are on by default, and have no effect while the feature gate GenericWorkload is off, as it
 * is by default (plugins.go DefaultOffAdmissionPlugins, v1.36). Kiln accepts their names in flags.
 */
const GATED_PLUGINS: readonly string[] = ["PodGroupProtection", "PodGroupWorkloadExists", "JobValidation"];

/** Plugins to run, in order: built-in ones, and those configured for this server. */
export function selectPlugins(
  { enabled = [], disabled = [] }: AdmissionChoice = {},
  configured: readonly AdmissionPlugin[] = [],
): readonly AdmissionPlugin[] {
  return [...admissionPlugins, ...configured]
    .filter(
      ({ name, isOffByDefault }) => (isOffByDefault !== true || enabled.includes(name)) && !disabled.includes(name),
    )
    .sort((a, b) => placeOf(a) - placeOf(b));
}

/** Position of a plugin in the order. Throws if it has none: it could run before plugins that it depends on. */
function placeOf({ name }: AdmissionPlugin): number {
  const place = pluginNames.indexOf(name);
  if (place < 0) {
    throw new Error(`admission plugin "${name}" has no place in the order: add it to admission-plugins.ts`);
  }
  return place;
}

/** Error of the two flags; undefined if they are valid. */
export function checkPluginChoice({ enabled = [], disabled = [] }: AdmissionChoice): string | undefined {
  const unknown = [...enabled, ...disabled].find((name) => !pluginNames.includes(name));
  if (unknown !== undefined) {
    return `there is no admission plugin "${unknown}"`;
  }
  const both = enabled.find((name) => disabled.includes(name));
  if (both !== undefined) {
    return `the admission plugin "${both}" is both enabled and disabled`;
  }
  const known = [...CONFIGURED_PLUGINS, ...GATED_PLUGINS, ...admissionPlugins.map(({ name }) => name)];
  const missing = enabled.find((name) => !known.includes(name));
  return missing === undefined ? undefined : `Kiln does not have the admission plugin "${missing}"`;
}
