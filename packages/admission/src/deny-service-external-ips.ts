import { type JsonObject, objectAt } from "@kiln/api";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { forbid } from "./forbid.ts";
import { isKind } from "./read-fields.ts";

/** DenyServiceExternalIPs: denies new externalIPs of Services. */
export const denyServiceExternalIps: AdmissionPlugin = {
  name: "DenyServiceExternalIPs",
  isOffByDefault: true,
  handles: (target) =>
    (target.operation === "CREATE" || target.operation === "UPDATE") && isKind(target, "", "services"),
  validate(attributes) {
    const of = (service: JsonObject | undefined): readonly unknown[] => {
      const { externalIPs } = objectAt(service, "spec");
      return Array.isArray(externalIPs) ? externalIPs : [];
    };
    const before = of(attributes.oldObject);
    if (of(attributes.object).some((address) => !before.includes(address))) {
      throw forbid(attributes, "Use of external IPs is denied by admission control");
    }
    return undefined;
  },
};
