import type { JsonObject } from "@kiln/api";
import { createManualClock, type ManualClock } from "@kiln/api/testing";
import type { ApiResponse } from "@kiln/wire";
import { createMemoryStorage } from "../clusters/memory-storage.ts";
import { createTestingServer, type TestingServer, type TestingServerOptions } from "../create-testing-server.ts";
import { type LocalAnswer, sendLocal, toApiRequest } from "../local/local-request.ts";

export interface TestedServer {
  readonly server: TestingServer;
  readonly clock: ManualClock;
  /** Sends a request; `line` is a method and a path. */
  send(line: string, body?: JsonObject, headers?: Record<string, string>): Promise<LocalAnswer>;
  open(line: string, signal?: AbortSignal): Promise<ApiResponse>;
  /** Creates a fork of the base cluster, or of `from`. */
  fork(name: string, from?: JsonObject): Promise<LocalAnswer>;
}

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

/** A testing server in memory whose base clock stands still. */
export async function startTestingServer(options: Partial<TestingServerOptions> = {}): Promise<TestedServer> {
  const clock = createManualClock(new Date("2026-01-02T03:04:05Z"));
  let uids = 0;
  let tokens = 0;
  const server = await createTestingServer({
    server: { log: SILENT },
    storage: createMemoryStorage(),
    clock,
    createRandom: () => ({
      uuid: () => `00000000-0000-4000-8000-${String(++uids).padStart(12, "0")}`,
      fraction: () => 0.5,
    }),
    createToken: () => `token-${++tokens}`,
    url: () => "https://127.0.0.1:6443",
    ...options,
  });
  const split = (line: string) => {
    const [method = "", target = ""] = line.split(" ");
    return { method, target };
  };
  const send: TestedServer["send"] = (line, body, headers) => sendLocal(server, { ...split(line), body, headers });
  return {
    server,
    clock,
    send,
    open: (line, signal) => server.handle(toApiRequest({ ...split(line), signal })),
    fork: (name, from) =>
      send("POST /apis/testing.kiln.dev/v1/forks", {
        apiVersion: "testing.kiln.dev/v1",
        kind: "Fork",
        metadata: { name },
        spec: from === undefined ? {} : { from },
      }),
  };
}
