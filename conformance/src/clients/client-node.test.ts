import { readFileSync } from "node:fs";
import { CustomObjectsApi, KubeConfig, type KubernetesObject, loadYaml, makeInformer } from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";
import { createOvenDefinition } from "./create-oven-definition.ts";
import { clientGaps } from "./known-gaps.ts";

interface Oven extends KubernetesObject {
  spec: { heat: number };
}

const ovens = { group: "bakery.example.com", version: "v1", namespace: "default", plural: "ovens" };

const PATIENCE_MS = 10_000;

function oven(name: string, heat: number): Oven {
  return { apiVersion: "bakery.example.com/v1", kind: "Oven", metadata: { name }, spec: { heat } };
}

describe("@kubernetes/client-node", () => {
  let server: ServeProcess;
  let config: KubeConfig;
  const check = (name: string, run: () => Promise<void>): void => {
    const declare = Object.hasOwn(clientGaps, name) ? it.fails : it;
    declare(name, run, 30_000);
  };

  beforeAll(async () => {
    server = await startServeProcess();
    await createOvenDefinition(server.kubeconfig);
    config = new KubeConfig();
    config.loadFromFile(server.kubeconfig);
  }, 60_000);
  afterAll(() => server?.close());

  it("drops keywords of a CRD that its types do not know, as the pages about them warn", () => {
    const file = new URL("../../../docs/examples/backup-crd.yaml", import.meta.url);
    const read = JSON.stringify(loadYaml(readFileSync(file, "utf8")));
    expect(read).toContain('"volume":{');
    expect(read).not.toContain("mutability");
  });

  check("a JavaScript informer sees what is there, and what is added, updated and deleted", async () => {
    const api = config.makeApiClient(CustomObjectsApi);
    await api.createNamespacedCustomObject({ ...ovens, body: oven("early", 1) });
    const path = `/apis/${ovens.group}/${ovens.version}/namespaces/default/ovens`;
    const informer = makeInformer<Oven>(config, path, () => api.listNamespacedCustomObject(ovens));
    const events = createQueue();
    for (const verb of ["add", "update", "delete"] as const) {
      informer.on(verb, ({ metadata, spec }) => events.put(`${verb} ${metadata?.name} heat=${spec.heat}`));
    }
    try {
      await informer.start();
      expect(await events.take()).toBe("add early heat=1");
      await api.createNamespacedCustomObject({ ...ovens, body: oven("late", 1) });
      expect(await events.take()).toBe("add late heat=1");
      const live = await api.getNamespacedCustomObject({ ...ovens, name: "late" });
      await api.replaceNamespacedCustomObject({ ...ovens, name: "late", body: { ...live, spec: { heat: 2 } } });
      expect(await events.take()).toBe("update late heat=2");
      await api.deleteNamespacedCustomObject({ ...ovens, name: "late" });
      expect(await events.take()).toBe("delete late heat=2");
    } finally {
      await informer.stop();
    }
  });
});

async function withinTime(event: Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the event never came")), PATIENCE_MS);
  });
  return Promise.race([event, late]).finally(() => clearTimeout(timer));
}

/** A queue; `take` waits for the next item. */
function createQueue(): { put(text: string): void; take(): Promise<string> } {
  const kept: string[] = [];
  const waiting: ((text: string) => void)[] = [];
  return {
    put: (text) => {
      const next = waiting.shift();
      if (next === undefined) {
        kept.push(text);
      } else {
        next(text);
      }
    },
    take: () => {
      const first = kept.shift();
      return first === undefined ? withinTime(new Promise((resolve) => waiting.push(resolve))) : Promise.resolve(first);
    },
  };
}
