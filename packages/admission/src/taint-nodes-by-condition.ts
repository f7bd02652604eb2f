import { objectsAt } from "@kiln/api";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { appendItems, ensureObject, isKind } from "./read-fields.ts";

const TAINT = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };

/** TaintNodesByCondition: taints a new node, so that no Pod is scheduled to it before it is ready. */
export const taintNodesByCondition: AdmissionPlugin = {
  name: "TaintNodesByCondition",
  handles: (target) => target.operation === "CREATE" && isKind(target, "", "nodes"),
  admit({ object = {} }) {
    const spec = ensureObject(object, "spec");
    const isTainted = objectsAt(spec, "taints").some(({ key, effect }) => key === TAINT.key && effect === TAINT.effect);
    appendItems(spec, "taints", isTainted ? [] : [{ ...TAINT }]);
    return undefined;
  },
};
