import type { Authorizer } from "./authorizer.ts";
import { createAuthorizerChain } from "./authorizer-chain.ts";
import { alwaysAllow, alwaysDeny } from "./fixed-authorizers.ts";
import { createNodeAuthorizer } from "./node/node-authorizer.ts";
import type { PodServices } from "./node/pod-services.ts";
import { createRbacAuthorizer } from "./rbac/rbac-authorizer.ts";
import type { RbacPolicy } from "./rbac/rbac-policy.ts";

/** Authorization mode with kube-apiserver's name, or an authorizer of the embedding program. */
export type AuthorizationMode = "RBAC" | "Node" | "AlwaysAllow" | "AlwaysDeny" | Authorizer;

interface Needed extends PodServices {
  readonly rbac: RbacPolicy;
}

/** Authorizer that tries the modes in order, after the check for system:masters. */
export function createAuthorizer(modes: readonly AuthorizationMode[], services: Needed): Authorizer {
  return createAuthorizerChain(modes.map((mode) => openMode(mode, services)));
}

function openMode(mode: AuthorizationMode, services: Needed): Authorizer {
  switch (mode) {
    case "RBAC":
      return createRbacAuthorizer(services.rbac);
    case "Node":
      return createNodeAuthorizer(services);
    case "AlwaysAllow":
      return alwaysAllow;
    case "AlwaysDeny":
      return alwaysDeny;
    default:
      return mode;
  }
}
