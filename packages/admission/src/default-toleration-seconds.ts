import { type JsonObject, objectsAt, textAt } from "@kiln/api";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { appendItems, ensureObject, isPod } from "./read-fields.ts";

const TAINTS = ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"];
const TOLERATION_SECONDS = 300;

/**
 * DefaultTolerationSeconds: Pods tolerate a node that is not ready or unreachable for five minutes, unless they have
 * tolerations of their own for it.
 */
export const defaultTolerationSeconds: AdmissionPlugin = {
  name: "DefaultTolerationSeconds",
  handles: (target) => isPod(target) && (target.operation === "CREATE" || target.operation === "UPDATE"),
  admit({ object = {} }) {
    const spec = ensureObject(object, "spec");
    const tolerations = objectsAt(spec, "tolerations");
    const missing = TAINTS.filter((taint) => !tolerations.some((toleration) => covers(toleration, taint)));
    appendItems(
      spec,
      "tolerations",
      missing.map((key) => ({
        key,
        operator: "Exists",
        effect: "NoExecute",
        tolerationSeconds: TOLERATION_SECONDS,
      })),
    );
    return undefined;
  },
};

function covers(toleration: JsonObject, taint: string): boolean {
  return ["", taint].includes(textAt(toleration, "key")) && ["", "NoExecute"].includes(textAt(toleration, "effect"));
}
