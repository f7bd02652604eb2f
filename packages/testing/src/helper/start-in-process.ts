import { randomBytes, randomUUID } from "node:crypto";
import { createSystemClock } from "@kiln/api";
import type { ClientResponse, Transport } from "@kiln/client";
import type { ApiRequest, ApiResponse } from "@kiln/wire";
import { createMemoryStorage } from "../clusters/memory-storage.ts";
import { createTestingServer, type TestingServerOptions } from "../create-testing-server.ts";
import { openExchange } from "../local/local-request.ts";
import { createKiln, type Kiln } from "./kiln.ts";

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
const TOKEN_BYTES = 24;

/**
 * Starts the server inside this process, without a socket, for libraries that accept a `fetch`. It calls no webhooks.
 */
export async function startInProcess(server: Partial<TestingServerOptions["server"]> = {}): Promise<Kiln> {
  const opened = await createTestingServer({
    server: { log: SILENT, ...server },
    storage: createMemoryStorage(),
    clock: createSystemClock(),
    createRandom: () => ({ uuid: () => randomUUID(), fraction: Math.random }),
    createToken: () => randomBytes(TOKEN_BYTES).toString("hex"),
    url: () => "http://kiln.invalid",
  });
  return createKiln(createLocalTransport(opened), () => opened.close());
}

function createLocalTransport(server: { handle(request: ApiRequest): Promise<ApiResponse> }): Transport {
  return {
    async send({ method, target, headers, body, signal }): Promise<ClientResponse> {
      const exchange = openExchange({ method, target, headers, body, signal });
      const response = await server.handle(exchange.request);
      const plain = Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(", ")]);
      return {
        status: response.status,
        headers: Object.fromEntries(plain),
        body: readToEnd(response.body ?? new Uint8Array(), exchange.end),
      };
    },
    close() {},
  };
}

async function* readToEnd(body: NonNullable<ApiResponse["body"]>, end: () => void): AsyncGenerator<Uint8Array> {
  try {
    if (body instanceof Uint8Array) {
      yield body;
    } else {
      yield* body;
    }
  } finally {
    end();
  }
}
