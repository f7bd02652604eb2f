/**
 * The pieces of the server that controllers in other packages are built on: what they follow (commits, stored objects)
 * and how they write (the same steps as a request, admission included).
 */

export type { ProxyReply, ProxyRequest, ProxyTransport } from "@kiln/wire";
export { bindPod } from "./verbs/bind-pod.ts";
