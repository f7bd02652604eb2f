import { asObjects, asText, checkLabelValue, type FieldPath, isJsonObject, type JsonObject } from "@kiln/api";

const DEPRECATED: ReadonlyMap<string, string> = new Map([
  ["beta.kubernetes.io/arch", 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ["beta.kubernetes.io/os", 'deprecated since v1.14; use "kubernetes.io/os" instead'],
  ["failure-domain.beta.kubernetes.io/region", 'deprecated since v1.17; use "topology.kubernetes.io/region" instead'],
  ["failure-domain.beta.kubernetes.io/zone", 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead'],
  ["beta.kubernetes.io/instance-type", 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead'],
  ["app.kubernetes.io/created-by", "deprecated since v1.9"],
  ["scheduler.alpha.kubernetes.io/preferAvoidPods", "deprecated since v1.22; use Taints and Tolerations instead"],
  ["node-role.kubernetes.io/master", 'use "node-role.kubernetes.io/control-plane" instead'],
]);

/** Text of the warning about a deprecated node label. */
export function adviceOnNodeLabel(key: string): string | undefined {
  return DEPRECATED.get(key);
}

/** Warnings of a term of a node selector. Values are checked for Pods, which may be stored with invalid ones. */
export function warnOfNodeSelectorTerm(
  { matchExpressions }: JsonObject,
  path: FieldPath,
  { checksValues }: { readonly checksValues: boolean },
): string[] {
  return asObjects(matchExpressions).flatMap((expression, i) => {
    const at = path.child("matchExpressions").index(i);
    const values = checksValues && Array.isArray(expression.values) ? expression.values.map(asText) : [];
    return [
      ...warnOfExpression(expression, at),
      ...values.flatMap((value, k) =>
        checkLabelValue(value).map((fault) => `${at.child("values").index(k)}: ${value} is invalid, ${fault}`),
      ),
    ];
  });
}

/** Warnings of a label selector for nodes. */
export function warnOfNodeTopology({ matchExpressions, matchLabels }: JsonObject, path: FieldPath): string[] {
  const labels = isJsonObject(matchLabels) ? Object.keys(matchLabels) : [];
  return [
    ...asObjects(matchExpressions).flatMap((expression, i) =>
      warnOfExpression(expression, path.child("matchExpressions").index(i)),
    ),
    ...labels.flatMap((label) => {
      const advice = adviceOnNodeLabel(label);
      return advice === undefined ? [] : [`${path.child("matchLabels", label)}: ${advice}`];
    }),
  ];
}

function warnOfExpression(expression: JsonObject, path: FieldPath): string[] {
  const key = asText(expression.key);
  const advice = adviceOnNodeLabel(key);
  return advice === undefined ? [] : [`${path.child("key")}: ${key} is ${advice}`];
}
