import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { datasetKey, objectNames, type Point, podsOf } from "../plan/point.ts";
import { CACHE_SECONDS } from "../plan/timing.ts";
import { Admin, forEachAtOnce } from "./admin.ts";
import { nodeName } from "./material.ts";
import { configObject, KINDS, NAMESPACE, PODS, plannedPod } from "./objects.ts";
import type { TestedServer } from "./tested-server.ts";

export interface DatasetOptions {
  /** Folder of data sets that are kept for all runs. */
  readonly datasets: string;
  /** Directory for the copy of one run. */
  readonly root: string;
  readonly start: StartServer;
}

export type StartServer = (folder: string) => Promise<TestedServer>;

/**
 * Copies the stored objects of a point from a folder that is created once: every repetition begins with the same bytes
 * and a new server.
 */
export async function copyDataset(point: Point, options: DatasetOptions): Promise<string> {
  const made = await makeDataset(point, options);
  const copy = mkdtempSync(join(options.root, "run-"));
  execFileSync("cp", ["-r", "--sparse=always", `${made}/.`, copy]);
  return copy;
}

/** Creates the data set unless it exists. Returns its path. */
export async function makeDataset(point: Point, { datasets, start }: Omit<DatasetOptions, "root">): Promise<string> {
  const made = join(datasets, datasetKey(point));
  if (!existsSync(made)) {
    const unfinished = `${made}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    const server = await start(unfinished);
    try {
      await fill(point, server);
    } finally {
      await server.close();
    }
    renameSync(unfinished, made);
  }
  return made;
}

async function fill(point: Point, server: TestedServer): Promise<void> {
  const admin = new Admin(server.target);
  const create = (path: string, object: object) => admin.expect([201, 409], "POST", path, object);
  await create("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } });
  // Without a controller that creates it, this service account is missing, and Pods would be rejected.
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } };
  await create(`/api/v1/namespaces/${NAMESPACE}/serviceaccounts`, account);
  const nodes = Array.from({ length: point.nodes }, (_, index) => nodeName(index));
  const annotations = { "node.alpha.kubernetes.io/ttl": String(CACHE_SECONDS) };
  await forEachAtOnce(nodes, (name) =>
    create("/api/v1/nodes", { apiVersion: "v1", kind: "Node", metadata: { name, annotations } }),
  );
  const { bytes } = point;
  for (const { kind, path } of KINDS) {
    await forEachAtOnce(objectNames(point), (name) => create(path, configObject(kind, name, { text: "old", bytes })));
  }
  await forEachAtOnce(podsOf(point), (place) => create(PODS, plannedPod(point, place)));
  admin.close();
}
