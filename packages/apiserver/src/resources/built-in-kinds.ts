import { createRuleEngine, type RuleEngine, type Semantics } from "@kiln/schema";
import { packages } from "../natives/data/index.ts";
import type { FeatureGates } from "../services.ts";
import { toResources } from "./builtin/built-in.ts";
import { builtIns, declarations } from "./builtin/index.ts";
import { nativeResources } from "./builtin/native-resources.ts";
import type { Resource } from "./resource.ts";

/**
 * The built-in kinds under one choice of semantics and features. They know no server: servers of one process that share
 * them compile each kind once, and keep it once.
 */
export interface BuiltInKinds {
  readonly semantics: Semantics;
  readonly features: FeatureGates;
  /** Compiles the rules of custom resources as well. */
  readonly rules: RuleEngine;
  readonly resources: readonly Resource[];
}

export function createBuiltInKinds(choice: Pick<BuiltInKinds, "semantics" | "features">): BuiltInKinds {
  const settings = { ...choice, rules: createRuleEngine() };
  return {
    ...settings,
    resources: [
      ...nativeResources(packages, declarations, settings),
      ...builtIns.flatMap((builtIn) => toResources(builtIn, settings)),
    ],
  };
}
