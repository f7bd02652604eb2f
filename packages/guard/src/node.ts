// What needs Node's sockets and files has an entry of its own, `@kiln/guard/node`.
export { type Guard, type GuardOptions, runGuard } from "./webhook/node-run-guard.ts";
