/**
 * The pieces of the server that controllers in other packages are built on: what they follow (commits, stored objects)
 * and how they write (the same steps as a request, admission included).
 */

export type { ProxyReply, ProxyRequest, ProxyTransport } from "@kiln/wire";
export type { Controller, RunningController } from "./controllers/controller.ts";
export { deleteAs } from "./controllers/delete-as.ts";
export { createKinds, type Kinds } from "./controllers/kinds.ts";
export { changeObject, createObject } from "./controllers/write-object.ts";
export type { Services } from "./services.ts";
export { bindPod } from "./verbs/bind-pod.ts";
