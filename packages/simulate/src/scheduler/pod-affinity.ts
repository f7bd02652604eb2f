import { asObjects, asText, asTexts, type JsonObject, objectAt, type StringMap } from "@kiln/api";
import type { NodeRow, NodeTable } from "../placement/node-table.ts";
import type { PodRecord } from "../pods/pod-record.ts";
import { compileSelector } from "../simulation.ts";

/** A compiled term of Pod affinity or anti-affinity. */
export interface PodTerm {
  readonly topologyKey: string;
  readonly weight: number;
  readonly matches: (pod: PodRecord) => boolean;
}

export interface TermOwner {
  readonly namespace: string;
  readonly labels: StringMap;
  readonly namespaceLabels: (name: string) => StringMap;
}

type Way = "required" | "preferred";

/** The terms of `podAffinity` or `podAntiAffinity`. */
export function readTerms(affinity: JsonObject | undefined, kind: string, way: Way, owner: TermOwner): PodTerm[] {
  const listed = asObjects(objectAt(affinity, kind)[`${way}DuringSchedulingIgnoredDuringExecution`]);
  return listed.map((one) => {
    const term = way === "required" ? one : objectAt(one, "podAffinityTerm");
    return {
      topologyKey: asText(term.topologyKey),
      weight: Number(one.weight ?? 0),
      matches: compileTerm(term, owner),
    };
  });
}

function compileTerm(term: JsonObject, { namespace, labels, namespaceLabels }: TermOwner): PodTerm["matches"] {
  const namespaces = asTexts(term.namespaces);
  const bySelector =
    term.namespaceSelector === undefined ? undefined : compileSelector(term.namespaceSelector as never);
  const selector = term.labelSelector === undefined ? undefined : (structuredClone(term.labelSelector) as JsonObject);
  const added = [
    ...asTexts(term.matchLabelKeys).map((key) => ({ key, operator: "In", values: [labels[key] ?? ""] })),
    ...asTexts(term.mismatchLabelKeys).map((key) => ({ key, operator: "NotIn", values: [labels[key] ?? ""] })),
  ].filter(({ key }) => labels[key] !== undefined);
  if (selector !== undefined && added.length > 0) {
    selector.matchExpressions = [...asObjects(selector.matchExpressions), ...added];
  }
  const matches = compileSelector(selector as never);
  const isMeant = (name: string) =>
    namespaces.includes(name) ||
    bySelector?.(namespaceLabels(name)) === true ||
    (namespaces.length === 0 && bySelector === undefined && name === namespace);
  return (pod) => isMeant(pod.metadata.namespace) && matches(pod.labels);
}

/** Number of matching Pods in each domain: by the value of the topology key on their nodes. */
export function countByDomain(
  { rows }: NodeTable,
  topologyKey: string,
  matches: (pod: PodRecord) => boolean,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows.values()) {
    const domain = row.labels[topologyKey];
    if (domain !== undefined) {
      let count = 0;
      for (const pod of row.pods.values()) {
        count += matches(pod) ? 1 : 0;
      }
      counts.set(domain, (counts.get(domain) ?? 0) + count);
    }
  }
  return counts;
}

/** Domains in which existing Pods with anti-affinity exclude the new Pod, by topology key. */
export function excludedDomains(
  table: NodeTable,
  incoming: PodRecord,
  namespaceLabels: TermOwner["namespaceLabels"],
): (row: NodeRow) => boolean {
  const excluded = new Set<string>();
  for (const row of table.exclusive.size === 0 ? [] : table.rows.values()) {
    for (const pod of row.pods.values()) {
      if (pod.needs.affinity?.podAntiAffinity === undefined) {
        continue;
      }
      const owner = { namespace: pod.metadata.namespace, labels: pod.labels, namespaceLabels };
      for (const { topologyKey, matches } of readTerms(pod.needs.affinity, "podAntiAffinity", "required", owner)) {
        const domain = row.labels[topologyKey];
        if (domain !== undefined && matches(incoming)) {
          excluded.add(`${topologyKey}=${domain}`);
        }
      }
    }
  }
  return ({ labels }) =>
    excluded.size > 0 && Object.entries(labels).some(([key, value]) => excluded.has(`${key}=${value}`));
}
