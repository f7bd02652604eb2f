export { type Backoff, type BackoffOptions, createBackoff } from "./backoff.ts";
export {
  type Client,
  type ClientSettings,
  createClient,
  type DeleteOptions,
  type GetOptions,
  type ListOptions,
  type Patch,
  type RequestOptions,
  type WatchOptions,
  type WriteOptions,
} from "./client.ts";
export { type Informer, type InformerOptions, type ObjectChange, objectKey, startInformer } from "./informer.ts";
export { itemsOf } from "./items-of.ts";
export { type LeaderElectionOptions, takePart } from "./leader-election.ts";
export { limitRate, type RateOptions } from "./limit-rate.ts";
export { readAnswer, readBytes, toFailure } from "./read-answer.ts";
export {
  createEventRecorder,
  type EventRecorder,
  type EventRecorderOptions,
  type RecordedEvent,
} from "./record-event.ts";
export { printQuery, type Query, type ResourcePlace, type ResourceType, resourcePath } from "./resource-type.ts";
export { type RetryingTransport, type RetryOptions, retryBusy } from "./retry-busy.ts";
export { type ClientRequest, type ClientResponse, ConnectionError, type Headers, type Transport } from "./transport.ts";
export { wait } from "./wait.ts";
export { readWatchEvents, type WatchEvent } from "./watch-event.ts";
