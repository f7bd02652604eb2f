import type { Services } from "../services.ts";
import type { Authorizer } from "./authorizer.ts";
import { createAuthorizerChain } from "./authorizer-chain.ts";
import { alwaysAllow, alwaysDeny } from "./fixed-authorizers.ts";
import { createRbacAuthorizer } from "./rbac/rbac-authorizer.ts";

/** By kube-apiserver's names; or one that whoever starts the server has made. */
export type AuthorizationMode = "RBAC" | "AlwaysAllow" | "AlwaysDeny" | Authorizer;

/** The authorizers in their order, with administrators before them. */
export function createAuthorizer(modes: readonly AuthorizationMode[], services: Pick<Services, "rbac">): Authorizer {
  return createAuthorizerChain(modes.map((mode) => openMode(mode, services)));
}

function openMode(mode: AuthorizationMode, { rbac }: Pick<Services, "rbac">): Authorizer {
  switch (mode) {
    case "RBAC":
      return createRbacAuthorizer(rbac);
    case "AlwaysAllow":
      return alwaysAllow;
    case "AlwaysDeny":
      return alwaysDeny;
    default:
      return mode;
  }
}
