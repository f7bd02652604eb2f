export {
  type AcceptOptions,
  type ListenOptions,
  listen,
  type NodeAcceptor,
  type NodeListener,
  openAcceptor,
  socketOptions,
  type TlsMaterial,
} from "./node/node-adapter.ts";
export { openProxyTransport } from "./node/node-proxy-transport.ts";
export { MESSAGE_BUDGET } from "./node/node-websocket.ts";
