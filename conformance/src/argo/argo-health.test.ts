import { spawnSync } from "node:child_process";
import { createClient } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { describe, expect, it } from "vitest";
import { startServeProcess } from "../serve/serve-process.ts";
import { autoscaler, claim, daemonSet, deployment, job, pod, service, statefulSet } from "../simulate/scenario.ts";
import { KINDS } from "../simulate/snapshot.ts";

const INGRESSES = { group: "networking.k8s.io", version: "v1", plural: "ingresses", isNamespaced: true };

function ingress(name: string): object {
  const spec = { defaultBackend: { service: { name, port: { number: 80 } } } };
  return { apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata: { name }, spec };
}

/** Program that `npm run test:argo` builds. */
const program = process.env.KILN_ARGO;

describe.skipIf(program === undefined)("the health checks of Argo CD on simulated workloads", () => {
  it("turn green for every workload", { timeout: 120_000 }, async () => {
    const server = await startServeProcess(["--store", "memory", "--simulate"]);
    try {
      const transport = openTransport(loadAccess({ file: server.kubeconfig }));
      const client = createClient({ transport, userAgent: "test/1" });
      const scaler = autoscaler("web", { minReplicas: 3 });
      Object.assign(scaler.metadata as object, { annotations: { "simulate.kiln/metric.cpu": "50" } });
      const made = [deployment("web"), service("web"), scaler, statefulSet("db"), daemonSet("agent"), job("once")];
      const front = service("front", { type: "LoadBalancer" });
      for (const object of [...made, front, ingress("front"), pod("alone"), claim("data")]) {
        const { kind, metadata } = object as { kind: string; metadata: object };
        await client.create((KINDS[kind] ?? INGRESSES) as never, {
          ...object,
          metadata: { ...metadata, namespace: "default" },
        });
      }
      client.close();
      const { status, stdout, stderr } = spawnSync(program as string, [server.kubeconfig, "default", "health"], {
        encoding: "utf8",
        env: { PATH: process.env.PATH ?? "", HOME: server.folder },
        timeout: 60_000,
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      const lines = stdout.trim().split("\n");
      expect(lines.filter((line) => !line.endsWith(" Healthy"))).toEqual([]);
      const kinds = new Set(lines.map((line) => line.split(" ")[0]));
      const workloads = [
        "Deployment",
        "StatefulSet",
        "DaemonSet",
        "ReplicaSet",
        "Job",
        "HorizontalPodAutoscaler",
        "Ingress",
      ];
      expect([...kinds]).toEqual(expect.arrayContaining([...workloads, "Pod", "PersistentVolumeClaim"]));
    } finally {
      await server.close();
    }
  });
});
