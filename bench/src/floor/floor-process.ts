import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openLmdbStore } from "@kiln/store/lmdb";
import type { ApiRequest, ApiResponse } from "@kiln/wire";
import { listen } from "@kiln/wire/node";

const MOST = 64 * 1024;
const headers = () => ({ "content-type": "application/json" });

/**
 * Serves over Kiln's own TLS and HTTP/2, by path, the least that a request of an API server can be: the bytes of the
 * body back; those of its JSON, parsed and printed; the same, durable in Kiln's own store; and a stored value.
 */
async function main(pki: string, directory: string): Promise<void> {
  const store = await openLmdbStore({ directory });
  let turn = 0;
  let last = "";
  const answers: Readonly<Record<string, (request: ApiRequest) => Promise<Uint8Array>>> = {
    "/echo": (request) => request.readBody(MOST),
    "/json": async (request) => toJson(await request.readBody(MOST)),
    "/journal": async (request) => {
      const value = toJson(await request.readBody(MOST));
      last = `/registry/floor/${String(turn++).padStart(9, "0")}`;
      await store.create(last, value);
      return value;
    },
    "/stored": async () => store.peek(last)?.value ?? new Uint8Array(0),
  };
  const handle = async (request: ApiRequest): Promise<ApiResponse> => {
    const answer = answers[request.target];
    return answer === undefined
      ? { status: 404, headers: {} }
      : { status: 200, headers: headers(), body: await answer(request) };
  };
  const read = (name: string) => readFileSync(join(pki, name), "utf8");
  const tls = { cert: read("server.crt"), key: read("server.key"), clientCa: read("ca.crt") };
  const { port } = await listen({ handle }, { tls, host: "127.0.0.1", port: 0 });
  process.stdout.write(`ready on port ${port}\n`);
}

function toJson(bytes: Uint8Array): Uint8Array {
  return Buffer.from(JSON.stringify(JSON.parse(Buffer.from(bytes).toString())));
}

const [pki = "", directory = ""] = process.argv.slice(2);
await main(pki, directory);
