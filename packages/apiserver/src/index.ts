export type { User } from "./context.ts";
export {
  type ApiRequest,
  type ApiResponse,
  BodyTooLarge,
  type PeerCertificate,
  type RequestHeaders,
  type ResponseBody,
  type ResponseHeaders,
} from "./http/message.ts";
export { type ApiServer, type ApiServerOptions, createApiServer } from "./server.ts";
export { allFeatures, type FeatureGates, type Logger, type Random } from "./services.ts";
