import { asObject, encodeUtf8, type JsonObject } from "@kiln/api";
import { readAnswer, type Transport } from "@kiln/client";
import { createForkHandle, type ForkHandle } from "./fork-handle.ts";

export interface ForkChoice {
  /** Name of the fork; a free name if absent. */
  readonly name?: string;
  /** Origin of the fork: another fork, a snapshot, or an empty cluster; the base cluster if absent. */
  readonly from?: { readonly fork: string } | { readonly snapshot: string } | { readonly empty: true };
  /** Seed that makes uids and generated names the same in every run. */
  readonly seed?: number;
  /** Whether workloads are simulated; as in the base cluster if absent. */
  readonly simulate?: boolean;
}

/** A server of a test process. Its base cluster is set up once; every test uses a fork of it. */
export interface Kiln {
  /**
   * Sends a request to the base cluster, as its administrator, and returns the response. Rejects with the server's
   * Status.
   */
  request(method: string, path: string, body?: JsonObject): Promise<JsonObject>;
  fork(choice?: ForkChoice): Promise<ForkHandle>;
  /** Ends the server with all its forks. */
  stop(): Promise<void>;
}

export function createKiln(transport: Transport, stop: () => Promise<void>): Kiln {
  const request: Kiln["request"] = async (method, path, body) => {
    const sent =
      body === undefined
        ? { headers: {} }
        : { headers: { "content-type": "application/json" }, body: encodeUtf8(JSON.stringify(body)) };
    return asObject(await readAnswer(await transport.send({ method, target: path, ...sent })));
  };
  return {
    request,
    async fork({ name, from, ...spec } = {}) {
      const object = await request("POST", "/apis/testing.kiln.dev/v1/forks", {
        apiVersion: "testing.kiln.dev/v1",
        kind: "Fork",
        metadata: name === undefined ? { generateName: "test-" } : { name },
        spec: from === undefined ? spec : { ...spec, from: { ...from } },
      });
      // The administrator of the base is also that of every fork, so one connection serves all forks.
      return createForkHandle({ transport, base: transport, object });
    },
    stop,
  };
}
