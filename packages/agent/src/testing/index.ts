export { type HttpReceiver, startHttpReceiver } from "./http-receiver.ts";
export { readTree } from "./read-tree.ts";
export { temporaryFolder } from "./temporary-folder.ts";
export { textPayload } from "./text-payload.ts";
