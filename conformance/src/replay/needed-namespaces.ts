import type { Scenario } from "./scenario.ts";

const NAMESPACE = /\/namespaces\/([^/?]+)\//;

/**
 * The namespaces to create before a scenario is played. Definitions of v1beta1 were recorded from a server that has no
 * namespaces of its own, and so takes objects in any.
 */
export function neededNamespaces({ name, steps }: Scenario): string[] {
  if (!name.startsWith("v1beta1-")) {
    return [];
  }
  const named = steps.flatMap((step) => NAMESPACE.exec(step.do ?? step.path ?? "")?.[1] ?? []);
  return [...new Set(named)];
}
