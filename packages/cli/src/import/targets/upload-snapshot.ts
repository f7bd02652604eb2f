import type { JsonObject } from "@kiln/api";
import { openServer, type TestingClient } from "../../forks/open-server.ts";
import type { ImportEntry } from "../make-entries.ts";

const SNAPSHOTS_PATH = "/apis/testing.kiln.dev/v1/snapshots";
const PART_BYTES = 2 * 1024 * 1024;

export interface UploadOptions {
  /** Path of the server's kubeconfig; kubectl's default if absent. */
  readonly kubeconfig: string | undefined;
  readonly name: string;
}

/** Rejects if the server has no forks, or a snapshot of that name exists. */
export async function checkSnapshot({ kubeconfig, name }: UploadOptions): Promise<void> {
  const server = openServer(kubeconfig);
  try {
    const metadata = { name };
    await server.send("POST", `${SNAPSHOTS_PATH}?dryRun=All`, snapshotOf(metadata, {}));
  } finally {
    server.close();
  }
}

/**
 * Uploads the objects in parts, and creates the snapshot when all have arrived. A rejected part discards the others.
 */
export async function uploadSnapshot(entries: readonly ImportEntry[], options: UploadOptions): Promise<void> {
  const { kubeconfig, name } = options;
  const server = openServer(kubeconfig);
  try {
    await sendParts(server, name, entries);
    await server.send("POST", SNAPSHOTS_PATH, snapshotOf({ name }, { from: { import: name } }));
  } catch (error) {
    await server.send("DELETE", `/testing/imports/${name}`).catch(() => undefined);
    throw error;
  } finally {
    server.close();
  }
}

function snapshotOf(metadata: JsonObject, spec: JsonObject): JsonObject {
  return { apiVersion: "testing.kiln.dev/v1", kind: "Snapshot", metadata, spec };
}

async function sendParts(server: TestingClient, name: string, entries: readonly ImportEntry[]): Promise<void> {
  const sorted = [...entries].sort((a, b) => a.revision - b.revision);
  let [part, bytes, items]: [number, number, JsonObject[]] = [0, 0, []];
  const send = async () => {
    await server.send("POST", `/testing/imports/${name}?part=${part++}`, { items });
    [bytes, items] = [0, []];
  };
  for (const entry of sorted) {
    items.push(entry as unknown as JsonObject);
    bytes += JSON.stringify(entry.object).length;
    if (bytes >= PART_BYTES) {
      await send();
    }
  }
  if (items.length > 0 || part === 0) {
    await send();
  }
}
