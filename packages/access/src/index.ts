export {
  AUDIT_LEVELS,
  type AuditDecision,
  type AuditLevel,
  type AuditPolicy,
  type AuditStage,
  createAuditPolicy,
} from "./audit/audit-policy.ts";
export type { AuditTrail } from "./audit/audit-trail.ts";
export { holdBody } from "./audit/hold-body.ts";
export {
  ANONYMOUS,
  type AuthenticatedToken,
  type Authenticator,
  type TokenAuthenticator,
  TokenError,
} from "./authentication/authenticator.ts";
export { decodeTextUrl, encodeTextUrl } from "./authentication/base64url.ts";
export { createBearerAuthenticator } from "./authentication/bearer-token.ts";
export { bindToken } from "./authentication/bind-token.ts";
export { createCertificateAuthenticator } from "./authentication/certificate-authenticator.ts";
export { findObject } from "./authentication/find-object.ts";
export { forAudiences } from "./authentication/for-audiences.ts";
export { FRONT_PROXY_NAME, type FrontProxy } from "./authentication/front-proxy.ts";
export { impersonateUser } from "./authentication/impersonate-user.ts";
export { readImpersonation } from "./authentication/impersonation-headers.ts";
export { type SignedText, signToken, type TokenKeys } from "./authentication/jwt.ts";
export { createOidcAuthenticator, type OidcIssuer, oidcVerdictMs } from "./authentication/oidc-authenticator.ts";
export type { ClaimMapping, UserMapping } from "./authentication/oidc-user.ts";
export { isPublicPath } from "./authentication/public-paths.ts";
export {
  type ServiceAccountName,
  serviceAccountGroups,
  serviceAccountUser,
} from "./authentication/service-account-name.ts";
export {
  createServiceAccountTokens,
  type ServiceAccountTokenOptions,
  type ServiceAccountTokens,
} from "./authentication/service-account-tokens.ts";
export { createStaticTokens } from "./authentication/static-tokens.ts";
export { maxRememberedTokenLength, maxRememberedTokens } from "./authentication/token-cache.ts";
export { createTokenChain } from "./authentication/token-chain.ts";
export {
  createTokenExpressions,
  readsClaim,
  type TokenExpression,
  type TokenExpressions,
  type TokenRule,
} from "./authentication/token-expressions.ts";
export { createWebSocketTokenAuthenticator } from "./authentication/websocket-token.ts";
export { ADMINISTRATORS, type Attributes, type Authorizer, type Verdict } from "./authorization/authorizer.ts";
export { printErrors } from "./authorization/authorizer-chain.ts";
export { type AuthorizationMode, createAuthorizer } from "./authorization/create-authorizer.ts";
export { nodeNameOf } from "./authorization/node/node-authorizer.ts";
export { findUncovered } from "./authorization/rbac/covers.ts";
export { describeRules, quoteList } from "./authorization/rbac/describe-rules.ts";
export { ensureBootstrapPolicy } from "./authorization/rbac/ensure-bootstrap-policy.ts";
export {
  createRbacPolicy,
  RBAC_GROUP,
  type RbacPolicy,
  rbacPrefixes,
  readRoleRef,
} from "./authorization/rbac/rbac-policy.ts";
export { resolveRules, rulesOfRef } from "./authorization/rbac/resolve-rules.ts";
export { createRequestConditions, type RequestCondition } from "./authorization/request-conditions.ts";
export { refuseUnlessAllowed, requireAllowed } from "./authorization/require-allowed.ts";
export { createWebhookAuthorizer, type WebhookAuthorizerOptions } from "./authorization/webhook-authorizer.ts";
export { reviews } from "./reviews/index.ts";
export type { ReviewServices } from "./reviews/review-context.ts";
export { userInfo } from "./user-info.ts";
