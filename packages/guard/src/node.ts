// `@kiln/guard/node`: the parts that need Node's sockets and files.
export { type Guard, type GuardOptions, runGuard } from "./webhook/node-run-guard.ts";
