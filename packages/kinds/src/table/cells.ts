import {
  asObjects,
  asText,
  asTexts,
  fromLabelSelectorObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  printLabelSelector,
} from "@kiln/api";
import { ageOf, nameOf } from "./row-printer.ts";

/** Prints the cells of an object's row. */
export type Cells = (object: JsonObject, now: Date) => JsonValue[];

export const NONE = "<none>";
export const UNSET = "<unset>";
export const UNKNOWN = "<unknown>";

export function numberOf(value: JsonValue | undefined): number {
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : 0;
}

export function countOf(value: JsonValue | undefined): number {
  return Array.isArray(value) ? value.length : 0;
}

/** The string, or `otherwise` if it is absent or empty. */
export function textOr(value: JsonValue | undefined, otherwise: string): string {
  return asText(value) || otherwise;
}

export function annotationOf(object: JsonObject, name: string): string | undefined {
  const value = objectAt(object, "metadata", "annotations")[name];
  return typeof value === "string" ? value : undefined;
}

/** Whether the first condition of a type has this status. */
export function hasCondition(status: JsonObject, type: string, wanted = "True"): boolean {
  return asObjects(status.conditions).find((condition) => condition.type === type)?.status === wanted;
}

/** Cells with the names and the images of containers. */
export function containerCells(template: JsonObject): [string, string] {
  const containers = asObjects(objectAt(template, "spec").containers);
  return [containers.map(({ name }) => asText(name)).join(","), containers.map(({ image }) => asText(image)).join(",")];
}

/** Cells of a replicated workload, up to the selector column. */
export function replicaCells(object: JsonObject, now: Date): JsonValue[] {
  const status = objectAt(object, "status");
  return [
    nameOf(object),
    numberOf(objectAt(object, "spec").replicas),
    numberOf(status.replicas),
    numberOf(status.readyReplicas),
    ageOf(object, now),
    ...containerCells(objectAt(object, "spec", "template")),
  ];
}

export function printLabels(labels: JsonObject): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${asText(value)}`);
  return pairs.sort().join(",") || NONE;
}

export function printSelector(selector: JsonValue | undefined): string {
  const parsed = fromLabelSelectorObject(isJsonObject(selector) ? selector : undefined);
  return parsed.value === undefined ? "<error>" : printLabelSelector(parsed.value) || NONE;
}

const MAX_LISTED = 3;

/** First few names, and the number of the others. */
export function printList(all: readonly string[], max = MAX_LISTED): string {
  const shown = all.slice(0, max).join(",");
  return all.length > max ? `${shown} + ${all.length - max} more...` : shown;
}

export function joinTexts(value: JsonValue | undefined, separator = ","): string {
  return asTexts(value).join(separator);
}

/**
 * Kubernetes: addresses of a load balancer, sorted and without duplicates (printers/internalversion/printers.go
 * loadBalancerStatusStringer, v1.36).
 */
export function loadBalancerAddresses(status: JsonObject): string[] {
  const ingress = asObjects(objectAt(status, "loadBalancer").ingress);
  const addresses = ingress.map(({ ip, hostname }) => asText(ip) || asText(hostname));
  return [...new Set(addresses.filter((address) => address !== ""))].sort();
}
