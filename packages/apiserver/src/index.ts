export { type BuiltInKinds, createBuiltInKinds } from "./built-in-kinds.ts";
export type { ServedDefinition } from "./crd/served-definition.ts";

export type { Audit } from "./filters/audit.ts";
export type { Filter } from "./filters/filter.ts";
export type { LoggedRequest, RequestLog } from "./filters/log-requests.ts";

export { type ContinueToken, parseContinueToken, printContinueToken } from "./list/continue-token.ts";
export type { KubeletSettings } from "./nodes/kubelet.ts";
export { createSparingLog } from "./observe/sparing-log.ts";
export type { Context } from "./request/context.ts";
export { defaultLimits, type Limits } from "./request/limits.ts";
export type { RequestInfo } from "./request/request-info.ts";
export { type ApiServer, createApiServer, type TriedKind } from "./server.ts";
export type { ApiServerOptions } from "./server-options.ts";
export type { CreateTrial, TrialOutcome, TriedObject } from "./server-writes/create-trial.ts";
