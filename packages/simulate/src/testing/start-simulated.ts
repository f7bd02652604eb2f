import type { JsonObject } from "@kiln/api";
import type { ProxyTransport, WebhookTransport } from "@kiln/apiserver/extension";
import { startTestServer, type TestServer } from "@kiln/apiserver/testing";
import type { Controller } from "@kiln/controllers";
import { createSimulation } from "../create-simulation.ts";

export interface Simulated extends TestServer {
  /** Creates an object at the path of its collection. */
  post(path: string, object: JsonObject): Promise<JsonObject>;
  get(path: string): Promise<JsonObject>;
  list(path: string): Promise<JsonObject[]>;
  patch(path: string, change: JsonObject): Promise<JsonObject>;
  /** Advances the clock by `ms` (0 by default), and runs all work that is due then. */
  settle(ms?: number): Promise<void>;
  /** Restarts the simulation on the same store, as after a server was killed. */
  restart(): Promise<void>;
}

const MERGE = { "content-type": "application/merge-patch+json" };
const IDLE_TURNS = 40;

const NO_NETWORK: ProxyTransport = {
  send: () => Promise.reject(new Error("a test does not connect to anything")),
  close: () => {},
};

const NO_WEBHOOKS: WebhookTransport = {
  post: () => Promise.reject(new Error("a test calls no webhooks")),
  close: () => {},
};

/** Starts a server with simulated workloads on a clock that only `settle` advances. */
export async function startSimulated({ nodes = 3 } = {}): Promise<Simulated> {
  let state = 1;
  const random = {
    uuid: () => `00000000-0000-4000-8000-${String(++state).padStart(12, "0")}`,
    // Every run generates the same names, which differ from each other.
    fraction: () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return state / 0x80000000;
    },
  };
  const simulation = createSimulation({ nodes: { count: nodes } });
  let startAgain = () => {};
  const controller: Controller = {
    name: simulation.controller.name,
    start(services) {
      let running = simulation.controller.start(services);
      startAgain = () => {
        running.stop();
        running = simulation.controller.start(services);
      };
      return { stop: () => running.stop() };
    },
  };
  const server = await startTestServer({
    random,
    addedControllers: [controller],
    proxy: simulation.openProxy(NO_NETWORK),
    webhooks: { transport: simulation.openWebhooks(NO_WEBHOOKS) },
  });
  const send = async (method: string, path: string, body?: JsonObject) => {
    const answer = await server.send(method, path, {
      ...(body === undefined ? {} : { body }),
      ...(method === "PATCH" ? { headers: MERGE } : {}),
    });
    if (answer.status >= 400) {
      throw new Error(`${method} ${path}: ${answer.text}`);
    }
    return answer.json as JsonObject;
  };
  const quiet = async () => {
    let revision = -1;
    for (let idle = 0; idle < IDLE_TURNS; idle++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (server.store.revision !== revision) {
        revision = server.store.revision;
        idle = 0;
      }
    }
  };
  const simulated: Simulated = {
    ...server,
    post: (path, object) => send("POST", path, object),
    get: (path) => send("GET", path),
    list: async (path) => (await send("GET", path)).items as JsonObject[],
    patch: (path, change) => send("PATCH", path, change),
    async settle(ms = 0) {
      await quiet();
      // In steps of a second: work that is due may schedule further work.
      for (let left = ms; left > 0; left -= 1000) {
        server.clock.advance(Math.min(left, 1000));
        await quiet();
      }
    },
    async restart() {
      startAgain();
      await quiet();
    },
  };
  await simulated.settle();
  return simulated;
}

export const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
export const REPLICA_SETS = "/apis/apps/v1/namespaces/default/replicasets";
export const PODS = "/api/v1/namespaces/default/pods";

export function template(app: string, more: JsonObject = {}): JsonObject {
  return { metadata: { labels: { app } }, spec: { containers: [{ name: "main", image: "img:1" }], ...more } };
}

export function deployment(name: string, spec: JsonObject = {}): JsonObject {
  return {
    metadata: { name },
    spec: { replicas: 3, selector: { matchLabels: { app: name } }, template: template(name), ...spec },
  };
}
