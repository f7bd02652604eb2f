/**
 * Parts of the server for controllers in other packages: commits and stored objects, and writes that take the same
 * steps as a request, admission included.
 */

export { type WebhookTransport, WebhookTransportError } from "@kiln/webhook";
export { ProxyError, type ProxyReply, type ProxyRequest, type ProxyTransport } from "@kiln/wire";
export { bindPod } from "./verbs/bind-pod.ts";
