import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findEtcd, startEtcd } from "@kiln/store/testing/start-etcd";
import { describe, expect, it } from "vitest";
import { type KilnProcess, startKilnProcess } from "../faults/kiln-process.ts";
import { openBalancer } from "./balancer.ts";

const etcd = findEtcd();
const MAPS = "/api/v1/namespaces/default/configmaps";
const REPLICAS = 3;

describe("an upgrade of three servers on etcd", () => {
  it.skipIf(etcd === undefined)(
    "loses no request and no event of a client that writes and watches (needs etcd)",
    async () => {
      const root = mkdtempSync(join(tmpdir(), "kiln-upgrade-"));
      const cluster = await startEtcd(etcd as string);
      const balancer = await openBalancer();
      const flags = [
        "--store",
        "etcd",
        "--etcd-servers",
        cluster.endpoints.join(","),
        "--shutdown-delay-duration",
        "500ms",
      ];
      let started = 0;
      const startReplica = async () => {
        const folder = join(root, `replica-${started++}`);
        // The certificates are shared, as by a Secret that all replicas mount.
        if (started > 1) {
          cpSync(join(root, "pki"), join(folder, "pki"), { recursive: true });
        }
        const replica = await startKilnProcess(flags, { folder });
        if (started === 1) {
          cpSync(join(folder, "pki"), join(root, "pki"), { recursive: true });
        }
        return replica;
      };
      const replicas: KilnProcess[] = [];
      try {
        for (let index = 0; index < REPLICAS; index++) {
          replicas.push(await startReplica());
        }
        balancer.setServers(replicas.map(portOf));
        await Promise.all(replicas.map((replica) => balancer.whenReady(portOf(replica), true)));
        const client = openClient(balancer.port, replicas[0] as KilnProcess);
        const watch = client.watch();
        const writer = client.writeUntilStopped();
        for (let index = 0; index < REPLICAS; index++) {
          // maxSurge 1: the new one is ready before the old one is asked to stop.
          const next = await startReplica();
          const old = replicas[index] as KilnProcess;
          replicas[index] = next;
          balancer.setServers([...replicas, old].map(portOf));
          await balancer.whenReady(portOf(next), true);
          const stopped = old.stop();
          await balancer.whenReady(portOf(old), false);
          balancer.setServers(replicas.map(portOf));
          expect(await stopped).toBe(0);
        }
        const written = await writer.stop();
        expect(written.failures).toEqual([]);
        expect(written.names.length).toBeGreaterThan(REPLICAS);
        await watch.whenSeen(written.names.at(-1) as string);
        expect(watch.seen).toEqual(written.names);
        watch.stop();
      } finally {
        balancer.close();
        await Promise.all(replicas.map((replica) => replica.kill()));
        await cluster.close();
        rmSync(root, { recursive: true, force: true });
      }
    },
    180_000,
  );
});

function portOf({ connection }: KilnProcess): number {
  return Number(new URL(connection.url).port);
}

/** Plain requests, each on a connection of its own. */
function openClient(port: number, { connection }: KilnProcess) {
  const { ca, cert, key } = connection;
  const ask = (method: string, path: string) =>
    request({
      host: "127.0.0.1",
      port,
      method,
      path,
      ca,
      cert,
      key,
      agent: false,
      headers: { "content-type": "application/json" },
    });

  const create = (name: string) =>
    new Promise<number | string>((resolve) => {
      const asked = ask("POST", MAPS);
      asked.on("response", (answer) => {
        answer.resume().on("error", (error) => resolve(error.message));
        answer.on("end", () => resolve(answer.statusCode ?? 0));
      });
      asked.on("error", (error) => resolve(error.message));
      asked.end(
        JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels: { upgrade: "yes" } } }),
      );
    });

  return {
    writeUntilStopped() {
      let isStopped = false;
      const names: string[] = [];
      const failures: unknown[] = [];
      const done = (async () => {
        while (!isStopped) {
          const name = `map-${String(names.length).padStart(6, "0")}`;
          const code = await create(name);
          if (code !== 201) {
            failures.push([name, code]);
          }
          names.push(name);
        }
      })();
      return {
        stop: async () => {
          isStopped = true;
          await done;
          return { names, failures };
        },
      };
    },

    /** Begins again where it ended, as every client library does. */
    watch() {
      const seen: string[] = [];
      let version = "";
      let isStopped = false;
      let wake = () => {};
      const begin = () => {
        const at = version === "" ? "" : `&resourceVersion=${version}`;
        const asked = ask("GET", `${MAPS}?watch=true&labelSelector=upgrade%3Dyes${at}`);
        asked.on("error", again);
        asked.on("response", (answer) => {
          answer.on("error", again);
          createInterface({ input: answer })
            .on("line", (line) => {
              const { object } = JSON.parse(line);
              version = object.metadata.resourceVersion;
              seen.push(object.metadata.name);
              wake();
            })
            .on("close", again)
            .on("error", again);
        });
        asked.end();
        let isOver = false;
        function again() {
          if (!isOver && !isStopped) {
            isOver = true;
            begin();
          }
        }
      };
      begin();
      return {
        seen,
        stop: () => {
          isStopped = true;
        },
        whenSeen: (name: string) =>
          new Promise<void>((resolve) => {
            wake = () => {
              if (seen.includes(name)) {
                resolve();
              }
            };
            wake();
          }),
      };
    },
  };
}
