import {
  asObjects,
  asText,
  asTexts,
  getOwn,
  isJsonObject,
  type JsonObject,
  metadataOf,
  objectAt,
  rootPath,
} from "@kiln/api";
import { podTermsOf } from "./pod-spec/validate-affinity.ts";

/** Adds the Pod's own values of matchLabelKeys to its selectors. */
export function completeSelectors(pod: JsonObject): void {
  const spec = objectAt(pod, "spec");
  const labels = objectAt(metadataOf(pod), "labels");
  const terms = [
    ...podTermsOf(objectAt(spec, "affinity"), rootPath).map(({ term }) => term),
    ...asObjects(spec.topologySpreadConstraints),
  ];
  for (const term of terms) {
    addExpressions(term, { keys: asTexts(term.matchLabelKeys), operator: "In", labels });
    addExpressions(term, { keys: asTexts(term.mismatchLabelKeys), operator: "NotIn", labels });
  }
}

interface Expressions {
  readonly keys: readonly string[];
  readonly operator: string;
  readonly labels: JsonObject;
}

/** Adds expressions for the labels of the Pod to the term's selector. */
function addExpressions({ labelSelector }: JsonObject, { keys, operator, labels }: Expressions): void {
  const added = keys.flatMap((key) => {
    const value = getOwn(labels, key);
    return value === undefined ? [] : [{ key, operator, values: [asText(value)] }];
  });
  if (isJsonObject(labelSelector) && added.length > 0) {
    labelSelector.matchExpressions = [...asObjects(labelSelector.matchExpressions), ...added];
  }
}

/** Sets podIP to the first of podIPs and the reverse. */
export function syncPodAddresses(status: JsonObject): void {
  const first = asText(asObjects(status.podIPs)[0]?.ip);
  const own = asText(status.podIP);
  if (own === "" && first !== "") {
    status.podIP = first;
  } else if (own !== "" && own !== first) {
    status.podIPs = [{ ip: own }];
  }
}
