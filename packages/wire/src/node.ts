export { type ListenOptions, listen, type NodeListener, type TlsMaterial } from "./node/node-adapter.ts";
export { openProxyTransport } from "./node/node-proxy-transport.ts";
export { MESSAGE_BUDGET } from "./node/node-websocket.ts";
