import type { AdmissionPlugin } from "./admission-plugin.ts";
import { admissionPlugins } from "./index.ts";
import { pluginNames } from "./plugin-names.ts";

/** What the flags `--enable-admission-plugins` and `--disable-admission-plugins` say. */
export interface AdmissionChoice {
  readonly enabled?: readonly string[];
  readonly disabled?: readonly string[];
}

/** They cannot be without a configuration, so whoever reads that makes them. */
export const CONFIGURED_PLUGINS: readonly string[] = ["ImagePolicyWebhook", "EventRateLimit"];

/** The plugins that run, in their order: those that everybody has, and those that were made for this server. */
export function selectPlugins(
  { enabled = [], disabled = [] }: AdmissionChoice = {},
  configured: readonly AdmissionPlugin[] = [],
): readonly AdmissionPlugin[] {
  return [...admissionPlugins, ...configured]
    .filter(
      ({ name, isOffByDefault }) => (isOffByDefault !== true || enabled.includes(name)) && !disabled.includes(name),
    )
    .sort((a, b) => pluginNames.indexOf(a.name) - pluginNames.indexOf(b.name));
}

/** What is wrong with a choice, in a sentence. Whatever Kiln does not have may be disabled. */
export function checkPluginChoice({ enabled = [], disabled = [] }: AdmissionChoice): string | undefined {
  const unknown = [...enabled, ...disabled].find((name) => !pluginNames.includes(name));
  if (unknown !== undefined) {
    return `there is no admission plugin "${unknown}"`;
  }
  const both = enabled.find((name) => disabled.includes(name));
  if (both !== undefined) {
    return `the admission plugin "${both}" is both enabled and disabled`;
  }
  const known = [...CONFIGURED_PLUGINS, ...admissionPlugins.map(({ name }) => name)];
  const missing = enabled.find((name) => !known.includes(name));
  return missing === undefined ? undefined : `Kiln does not have the admission plugin "${missing}"`;
}
