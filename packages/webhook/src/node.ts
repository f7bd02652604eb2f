// What needs Node's sockets and files has an entry of its own, `@kiln/webhook/node`.
export type { CertificateFiles } from "./node-certificate-files.ts";
export { serveWebhook, type WebhookServer, type WebhookServerOptions } from "./node-serve-webhook.ts";
export { openWebhookTransport } from "./node-transport.ts";
