export {
  type AdmissionAnswer,
  type AnswerFault,
  type AnswerReading,
  createAdmissionReview,
  type ExpectedAnswer,
  pickReviewVersion,
  type ReviewVersion,
  readAdmissionAnswer,
} from "./admission-review.ts";
export { answerReview, type ReviewAnswer } from "./answer-review.ts";
export { callWebhook, type ServiceAddress, type WebhookCall, type WebhookCaller } from "./call-webhook.ts";
export { endpointOf, type WebhookClientConfig, type WebhookEndpoint, type WebhookService } from "./client-config.ts";
export { type ConversionQuestion, createConversionReview, readConversionAnswer } from "./conversion-review.ts";
export { diffJson } from "./diff-json.ts";
export { findCredentials } from "./find-credentials.ts";
export type {
  AdmissionDecision,
  AdmissionRequest,
  Admit,
  Convert,
  JsonPatchOperation,
  ReviewHandler,
} from "./review-handler.ts";
export {
  type WebhookCredentials,
  type WebhookReply,
  type WebhookRequest,
  type WebhookTransport,
  WebhookTransportError,
} from "./transport.ts";
export { WebhookCallError } from "./webhook-call-error.ts";
