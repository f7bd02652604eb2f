import { reviews } from "@kiln/access";
import { declarations, type FeatureGates, nativeResources, packages, type Resource } from "@kiln/kinds";
import { createRuleEngine, type RuleEngine, type Semantics } from "@kiln/schema";
import { customResourceDefinition } from "./crd/custom-resource-definition.ts";

/**
 * Built-in kinds for one choice of semantics and feature gates. Shared by all servers of a process with that choice, so
 * that each kind is compiled and kept in memory once.
 */
export interface BuiltInKinds {
  readonly semantics: Semantics;
  readonly features: FeatureGates;
  /** CEL rule engine; compiles the rules of custom resources as well. */
  readonly rules: RuleEngine;
  readonly resources: readonly Resource[];
}

export function createBuiltInKinds(choice: Pick<BuiltInKinds, "semantics" | "features">): BuiltInKinds {
  const rules = createRuleEngine();
  return {
    ...choice,
    rules,
    resources: nativeResources(packages, [...declarations, ...reviews, customResourceDefinition(rules)], choice),
  };
}
