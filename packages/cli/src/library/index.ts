// The server as a library: exports of the published package.

export { type Clock, createSystemClock, type Logger } from "@kiln/api";
export { type ApiServer, type ApiServerOptions, createApiServer } from "@kiln/apiserver";
export type { Store } from "@kiln/store";
export { MemoryStore } from "@kiln/store/memory";
export type { ApiRequest, ApiResponse } from "@kiln/wire";
export { type ListenOptions, listen, type NodeListener, type TlsMaterial } from "@kiln/wire/node";
export { type OpenStoreOptions, openStore, type StoreLocation } from "./open-store.ts";
