import { randomUUID } from "node:crypto";
import { createSystemClock, decodeUtf8 } from "@kiln/api";
import { createApiServer } from "@kiln/apiserver";
import { MemoryStore } from "@kiln/store/memory";

const server = await createApiServer({
  store: new MemoryStore(),
  clock: createSystemClock(),
  random: { uuid: randomUUID, fraction: Math.random },
  log: { info: () => {}, warn: console.warn, error: console.error },
});
const { signal } = new AbortController();
const readBody = async () => new Uint8Array();
const { status, body } = await server.handle({ method: "GET", target: "/readyz", headers: {}, readBody, signal });
console.log(status, decodeUtf8(body as Uint8Array)); // 200 "ok"
await server.close();
