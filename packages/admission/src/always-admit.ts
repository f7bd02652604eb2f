import type { AdmissionPlugin } from "./admission-plugin.ts";

/** Does nothing; configurations may name it. */
export const alwaysAdmit: AdmissionPlugin = { name: "AlwaysAdmit", isOffByDefault: true, handles: () => false };
