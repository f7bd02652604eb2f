import { readFileSync } from "node:fs";
import { createSystemClock } from "@kiln/api";
import { wait } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { openEtcdReader } from "@kiln/store/etcd-dump";
import { reasonAgainst } from "./choose-records.ts";
import type { ImportOptions, SourceChoice, TlsFiles } from "./import-options.ts";
import type { ImportRecord, LeftOut } from "./import-record.ts";
import { type ImportProgress, showProgress } from "./show-progress.ts";
import { type ClusterSourceOptions, openClusterSource } from "./sources/cluster-source.ts";
import { openEtcdSource } from "./sources/etcd-source.ts";
import type { PagedSource } from "./sources/paged-source.ts";
import { createEtcdDecoder, readEtcdRecords } from "./sources/read-etcd-records.ts";
import { readFileRecords } from "./sources/read-file-records.ts";
import { openSpool, type Spool } from "./spool.ts";

export interface SourceRecords {
  readonly records: readonly ImportRecord[];
  /** Must be called when the import is complete: deletes the state for resuming it. */
  finish(): void;
}

export interface ReadOptions {
  readonly options: ImportOptions;
  readonly leftOut: LeftOut;
  /** Folder that keeps the objects read over the network until the import is complete. */
  readonly spoolFolder: string;
  readonly signal: AbortSignal;
}

/** Reads all objects of the source. */
export async function readSource(reading: ReadOptions): Promise<SourceRecords> {
  const { options, leftOut } = reading;
  const { source, etcdPrefix } = options;
  switch (source.kind) {
    case "files":
      return { records: readFileRecords(source.path, leftOut), finish() {} };
    case "etcd-file":
      return { records: readEtcdRecords(source.path, etcdPrefix, leftOut), finish() {} };
    default:
      return readPaged(await openPaged(source, reading), reading);
  }
}

async function openPaged(
  source: Extract<SourceChoice, { kind: "cluster" | "etcd" }>,
  { options, leftOut, signal }: ReadOptions,
): Promise<PagedSource> {
  const { rate, inclusion, etcdPrefix } = options;
  const clock = createSystemClock(globalThis);
  if (source.kind === "cluster") {
    const access = loadAccess({ file: source.kubeconfig, context: source.context });
    const against: ClusterSourceOptions["reasonAgainst"] = (resource) => reasonAgainst(resource, inclusion);
    return openClusterSource({
      transport: openTransport(access),
      url: access.url,
      clock,
      rate,
      leftOut,
      reasonAgainst: against,
    });
  }
  const tls = readTls(source.tls);
  const reader = await openEtcdReader({ endpoints: source.endpoints, prefix: etcdPrefix, ...(tls ? { tls } : {}) });
  return openEtcdSource({
    reader,
    identity: source.endpoints.join(","),
    decoder: createEtcdDecoder(etcdPrefix, leftOut),
    rate,
    pause: (ms) => wait(clock, ms, signal),
  });
}

function readTls(files: TlsFiles): Record<string, string> | undefined {
  const given = Object.entries(files).filter(([, file]) => file !== undefined);
  return given.length === 0
    ? undefined
    : Object.fromEntries(given.map(([name, file]) => [name, readFileSync(String(file), "utf8")]));
}

async function readPaged(source: PagedSource, { spoolFolder, signal }: ReadOptions): Promise<SourceRecords> {
  let spool: Spool | undefined;
  const progress = showProgress();
  try {
    spool = openSpool(spoolFolder, source.identity);
    await readPages(source, spool, { progress, signal });
    const opened = spool;
    return { records: spool.read(), finish: () => opened.remove() };
  } finally {
    progress.clear();
    spool?.close();
    source.close();
  }
}

async function readPages(
  source: PagedSource,
  spool: Spool,
  { progress, signal }: { readonly progress: ImportProgress; readonly signal: AbortSignal },
): Promise<void> {
  if (spool.done > 0) {
    progress.say(`going on from ${spool.done} objects that were read before`);
  }
  while (!spool.isComplete) {
    signal.throwIfAborted();
    const page = await source.readPage(spool.cursor, signal);
    spool.add(page);
    progress.step({ done: spool.done, total: page.total, label: page.label });
  }
}
