// The server as a library: what the published package exports under its own name.

export { type Clock, createSystemClock } from "@kiln/api";
export {
  type ApiRequest,
  type ApiResponse,
  type ApiServer,
  type ApiServerOptions,
  createApiServer,
  type Logger,
  type Random,
} from "@kiln/apiserver";
export { type ListenOptions, listen, type NodeListener, type TlsMaterial } from "@kiln/apiserver/node";
export type { Store } from "@kiln/store";
export { MemoryStore } from "@kiln/store/memory";
export { type OpenStoreOptions, openStore, type StoreLocation } from "./open-store.ts";
