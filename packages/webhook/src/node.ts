// What needs Node's sockets has an entry of its own, `@kiln/webhook/node`.
export { openWebhookTransport } from "./node-transport.ts";
