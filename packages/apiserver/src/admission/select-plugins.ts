import type { AdmissionPlugin } from "./admission-plugin.ts";
import { admissionPlugins } from "./index.ts";
import { pluginNames } from "./plugin-names.ts";

/** What the flags `--enable-admission-plugins` and `--disable-admission-plugins` say. */
export interface AdmissionChoice {
  readonly enabled?: readonly string[];
  readonly disabled?: readonly string[];
}

/** The plugins that run, in their order. */
export function selectPlugins({ enabled = [], disabled = [] }: AdmissionChoice = {}): readonly AdmissionPlugin[] {
  return admissionPlugins.filter(
    ({ name, isOffByDefault }) => (isOffByDefault !== true || enabled.includes(name)) && !disabled.includes(name),
  );
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
  const missing = enabled.find((name) => !admissionPlugins.some((plugin) => plugin.name === name));
  return missing === undefined ? undefined : `Kiln does not have the admission plugin "${missing}"`;
}
