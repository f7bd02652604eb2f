export { type ListenOptions, listen, type NodeListener, type TlsMaterial } from "./node/node-adapter.ts";
export { MESSAGE_BUDGET } from "./node/node-websocket.ts";
