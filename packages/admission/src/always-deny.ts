import type { AdmissionPlugin } from "./admission-plugin.ts";
import { forbid } from "./forbid.ts";

const WHY = "admission control is denying all modifications";

/** AlwaysDeny denies every request; for tests of clients. */
export const alwaysDeny: AdmissionPlugin = {
  name: "AlwaysDeny",
  isOffByDefault: true,
  handles: () => true,
  admit(attributes) {
    throw forbid(attributes, WHY);
  },
  validate(attributes) {
    throw forbid(attributes, WHY);
  },
};
