import { asObjects, asText, asTexts, type JsonObject, objectAt, objectsAt, type StringMap } from "@kiln/api";
import type { PodSpec } from "../objects.ts";

/** Whether the node has the labels of the Pod's selector and required affinity. */
export function matchesNode({ nodeSelector, affinity }: PodSpec, name: string, labels: StringMap): boolean {
  if (!Object.entries(nodeSelector ?? {}).every(([key, value]) => labels[key] === value)) {
    return false;
  }
  const required = objectAt(affinity, "nodeAffinity").requiredDuringSchedulingIgnoredDuringExecution;
  return required === undefined || matchesNodeSelector(required as JsonObject, name, labels);
}

/** Whether one of the terms matches. */
export function matchesNodeSelector(selector: JsonObject, name: string, labels: StringMap): boolean {
  return objectsAt(selector, "nodeSelectorTerms").some((term) => matchesTerm(term, name, labels));
}

/** Kubernetes: a term without requirements selects nothing (nodeaffinity.go isEmptyNodeSelectorTerm, v1.36). */
export function matchesTerm(term: JsonObject, name: string, labels: StringMap): boolean {
  const expressions = asObjects(term.matchExpressions);
  const fields = asObjects(term.matchFields);
  return (
    expressions.length + fields.length > 0 &&
    expressions.every((one) => matchesRequirement(one, labels[asText(one.key)])) &&
    fields.every((one) => matchesRequirement(one, one.key === "metadata.name" ? name : undefined))
  );
}

function matchesRequirement({ operator, values }: JsonObject, value: string | undefined): boolean {
  const texts = asTexts(values);
  switch (operator) {
    case "In":
      return value !== undefined && texts.includes(value);
    case "NotIn":
      return value === undefined || !texts.includes(value);
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    case "Gt":
      return value !== undefined && Number(value) > Number(texts[0]);
    case "Lt":
      return value !== undefined && Number(value) < Number(texts[0]);
    default:
      return false;
  }
}

/** Sum of the weights of the preferred terms that the node matches. */
export function preferredWeight({ affinity }: PodSpec, name: string, labels: StringMap): number {
  const preferred = objectAt(affinity, "nodeAffinity").preferredDuringSchedulingIgnoredDuringExecution;
  return asObjects(preferred)
    .filter((one) => matchesTerm(objectAt(one, "preference"), name, labels))
    .reduce((sum, { weight }) => sum + Number(weight), 0);
}
