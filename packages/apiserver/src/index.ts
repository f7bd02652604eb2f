export type {
  AdmissionAttributes,
  AdmissionOperation,
  AdmissionPlugin,
  AdmissionTarget,
} from "./admission/admission-plugin.ts";
export {
  createEventRateLimit,
  EVENT_LIMIT_TYPES,
  type EventLimit,
} from "./admission/event-rate-limit/event-rate-limit.ts";
export { forbid } from "./admission/forbid.ts";
export { createImagePolicyWebhook, type ImagePolicyOptions } from "./admission/image-policy/image-policy-webhook.ts";
export {
  type AdmissionChoice,
  CONFIGURED_PLUGINS,
  checkPluginChoice,
  selectPlugins,
} from "./admission/select-plugins.ts";
export type { WebhookSettings } from "./admission/webhooks/webhook-caller.ts";
export { FRONT_PROXY_NAME, type FrontProxy } from "./aggregation/service-request.ts";
export { type AuditPolicy, createAuditPolicy } from "./audit/audit-policy.ts";
export type { AuthenticatedToken, Authenticator, TokenAuthenticator } from "./authentication/authenticator.ts";
export { createCertificateAuthenticator } from "./authentication/certificate-authenticator.ts";
export type { SignedText, TokenKeys } from "./authentication/jwt.ts";
export { createOidcAuthenticator, type OidcIssuer, oidcVerdictMs } from "./authentication/oidc-authenticator.ts";
export type { ClaimMapping, UserMapping } from "./authentication/oidc-user.ts";
export type { ServiceAccountTokenOptions } from "./authentication/service-account-tokens.ts";
export { createStaticTokens } from "./authentication/static-tokens.ts";
export { maxRememberedTokenLength, maxRememberedTokens } from "./authentication/token-cache.ts";
export {
  createTokenExpressions,
  readsClaim,
  type TokenExpression,
  type TokenExpressions,
  type TokenRule,
} from "./authentication/token-expressions.ts";
export type { Attributes, Authorizer, Verdict } from "./authorization/authorizer.ts";
export type { AuthorizationMode } from "./authorization/create-authorizer.ts";
export { createRequestConditions, type RequestCondition } from "./authorization/request-conditions.ts";
export { createWebhookAuthorizer, type WebhookAuthorizerOptions } from "./authorization/webhook-authorizer.ts";
export { type BuiltInKinds, createBuiltInKinds } from "./built-in-kinds.ts";
export type { Context } from "./context.ts";
export type { Advertised } from "./controllers/publish-server.ts";
export { checkControllerNames, controllerNames } from "./controllers/start-controllers.ts";
export type { ServedDefinition } from "./crd/served-definition.ts";
export { createEncryptedStore, type EncryptedStore, type FindCipher, type ValueCipher } from "./encrypted-store.ts";
export type { Audit } from "./filters/audit.ts";
export type { Filter } from "./filters/filter.ts";
export type { LoggedRequest, RequestLog } from "./filters/log-requests.ts";
export { createJsonStore } from "./json-store.ts";
export { createKubernetesKeys } from "./kubernetes-keys.ts";
export { type ContinueToken, parseContinueToken, printContinueToken } from "./list/continue-token.ts";
export type { KubeletSettings } from "./nodes/kubelet.ts";
export type { RequestInfo } from "./request-info.ts";
export { createRootCertificate, type RootCertificate, toRootCertificate } from "./root-certificate.ts";
export { type ApiServer, type ApiServerOptions, createApiServer } from "./server.ts";
export { defaultLimits, type Limits } from "./services.ts";
export { createSparingLog } from "./sparing-log.ts";
