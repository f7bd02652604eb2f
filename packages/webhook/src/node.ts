// `@kiln/webhook/node`: the parts that need Node's sockets and files.
export type { CertificateFiles } from "./node-certificate-files.ts";
export { serveWebhook, type WebhookServer, type WebhookServerOptions } from "./node-serve-webhook.ts";
export { openWebhookTransport } from "./node-transport.ts";
