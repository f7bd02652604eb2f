export { type ExplainToken, openKeySet } from "./authentication/node-json-web-keys.ts";
export { createTokenKeys } from "./authentication/node-token-keys.ts";
