import type { AdmissionPlugin } from "./admission-plugin.ts";

/**
 * What looks at a write before and after validation, in kube-apiserver's order: see {@link pluginNames}. Adding one is a
 * file and a line.
 */
export const admissionPlugins: readonly AdmissionPlugin[] = [];
