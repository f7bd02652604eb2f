import type { AdmissionPlugin } from "./admission-plugin.ts";

/** AlwaysAdmit has no effect; it exists because configurations name it. */
export const alwaysAdmit: AdmissionPlugin = { name: "AlwaysAdmit", isOffByDefault: true, handles: () => false };
