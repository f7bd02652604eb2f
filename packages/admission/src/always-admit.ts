import type { AdmissionPlugin } from "./admission-plugin.ts";

/** Does nothing; there are configurations that name it. */
export const alwaysAdmit: AdmissionPlugin = { name: "AlwaysAdmit", isOffByDefault: true, handles: () => false };
