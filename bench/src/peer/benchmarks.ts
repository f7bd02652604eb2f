import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Benchmark, type Figure, Unavailable } from "../benchmark.ts";
import { runLoad } from "../server/run-load.ts";
import {
  findPeer,
  type PeerPrograms,
  type RunningServer,
  startEtcd,
  startKiln,
  startPeer,
} from "../server/start-server.ts";
import { create, defineGadgets } from "../server/workload.ts";
import { admissionRows } from "./admission-rows.ts";
import { builtInRows } from "./built-in-rows.ts";
import { conversionRow } from "./conversion-row.ts";
import { customResourceRows, deleteRow, OBJECTS } from "./custom-resource-rows.ts";
import { type MeasuredRow, measureRow } from "./measure-rows.ts";
import type { PeerRow } from "./peer-row.ts";
import { printTable } from "./print-table.ts";
import { watchRows } from "./watch-rows.ts";

const ROUNDS = 2;
/** Difference between the first turns of two rows. */
const TURNS_PER_ROW = 100_000;

function requirePeer(): PeerPrograms {
  const programs = findPeer();
  if (programs === undefined) {
    throw new Unavailable("set KILN_PEER_APISERVER and KILN_PEER_ETCD to the programs to compare with");
  }
  return programs;
}

/** Measures every row on the embedded store. */
async function compareEmbedded(): Promise<readonly Figure[]> {
  const programs = requirePeer();
  return withServers(programs, await startKiln(), async (kiln, peer) => {
    const all = [
      ...customResourceRows,
      ...builtInRows,
      ...watchRows(),
      ...admissionRows(kiln.folder),
      conversionRow(kiln.folder),
      deleteRow,
    ];
    return [
      ...(await measureRows(chooseRows(all), { kiln, peer })),
      { name: "ready", value: peer.readyMs / kiln.readyMs, unit: "times as soon", bound: { least: 3 } },
      ...memoryFigures(kiln, peer),
      ...applyManifests(kiln, peer),
    ];
  });
}

/**
 * Rows whose names match the regular expression in KILN_PEER_ROWS; all without it. The deletes are those of objects
 * that the creates made.
 */
function chooseRows(rows: readonly PeerRow[]): readonly PeerRow[] {
  const pattern = new RegExp(process.env.KILN_PEER_ROWS ?? "");
  const chosen = rows.filter(({ name }) => pattern.test(name));
  return chosen.includes(deleteRow) ? rows.filter((row) => chosen.includes(row) || row.name === "create") : chosen;
}

/** Measures the rows of custom resources with Kiln on etcd too. */
async function compareOnEtcd(): Promise<readonly Figure[]> {
  const programs = requirePeer();
  const etcd = await startEtcd(programs.etcd);
  try {
    const server = await startKiln(["--store", "etcd", "--etcd-servers", etcd.url]);
    const kiln = { ...server, processorMs: () => server.processorMs() + etcd.processorMs() };
    return await withServers(programs, kiln, async (_, peer) => measureRows(rowsOnEtcd, { kiln, peer }));
  } finally {
    await etcd.close();
  }
}

/** The bound is lower: etcd takes the same time below both servers. */
const rowsOnEtcd = [...customResourceRows, deleteRow].map((row) => ({
  ...row,
  leastProcessor: row.leastProcessor / 2,
  goal: 5,
}));

/** Measures writes and reads with a worker for each connection of the client, against one process. */
async function compareWorkers(): Promise<readonly Figure[]> {
  const one = await startKiln();
  const two = await startKiln(["--workers", "2"]);
  try {
    for (const { target } of [one, two]) {
      await defineGadgets(target);
      await runLoad(target, create, { operations: OBJECTS });
    }
    const figures: Figure[] = [];
    for (const [i, row] of [...customResourceRows, deleteRow].entries()) {
      const firstTurn = row === deleteRow ? TURNS_PER_ROW : (i + 1) * TURNS_PER_ROW;
      const measured = await measureRow(row, { kiln: two, peer: one, rounds: ROUNDS, firstTurn });
      const { kiln, peer } = measured;
      const processor = kiln.processorMicros / peer.processorMicros;
      figures.push({ name: `${row.name}: rate`, value: kiln.perSecond / peer.perSecond, unit: "x of one process" });
      figures.push({ name: `${row.name}: processor time`, value: processor, unit: "x of one process" });
    }
    return figures;
  } finally {
    await one.close();
    await two.close();
  }
}

async function withServers<T>(
  programs: PeerPrograms,
  kiln: RunningServer,
  work: (kiln: RunningServer, peer: RunningServer) => Promise<T>,
): Promise<T> {
  let peer: RunningServer | undefined;
  try {
    peer = await startPeer(programs, kiln.folder);
    return await work(kiln, peer);
  } finally {
    await peer?.close();
    await kiln.close();
  }
}

interface Servers {
  readonly kiln: RunningServer;
  readonly peer: RunningServer;
}

/** Measures rows and prints the table; returns the figures that have a budget. */
async function measureRows(rows: readonly PeerRow[], servers: Servers): Promise<Figure[]> {
  const { kiln, peer } = servers;
  await defineGadgets(kiln.target);
  await defineGadgets(peer.target);
  const cold = await runLoad(kiln.target, create, { operations: 1000 });
  for (const { target } of [kiln, peer]) {
    const firstTurn = target === kiln.target ? 1000 : 0;
    await runLoad(target, create, { operations: OBJECTS - firstTurn, firstTurn });
  }
  const measured: MeasuredRow[] = [];
  for (const [i, row] of rows.entries()) {
    process.stderr.write(`  ${row.name}\n`);
    // The deletes reuse the turns of the creates, whose objects they delete.
    const firstTurn = row.operate === deleteRow.operate ? TURNS_PER_ROW : (i + 1) * TURNS_PER_ROW;
    measured.push(await measureRow(row, { ...servers, rounds: ROUNDS, firstTurn }));
  }
  process.stdout.write(`\n${printTable(measured)}\n`);
  const warm = measured.find(({ row }) => row.operate === create)?.kiln.perSecond ?? Number.NaN;
  return [
    ...measured.flatMap(toFigures),
    { name: "the first 1,000 creates", value: cold.perSecond / warm, unit: "of the warm rate" },
  ];
}

function toFigures({ row, kiln, peer }: MeasuredRow): Figure[] {
  const processor = peer.processorMicros / kiln.processorMicros;
  return [
    { name: `${row.name}: processor`, value: processor, unit: "x less", bound: { least: row.leastProcessor } },
    { name: `${row.name}: client`, value: kiln.clientShare, unit: "of a core" },
  ];
}

function memoryFigures(kiln: RunningServer, peer: RunningServer): Figure[] {
  const ratio = peer.memory().anonymous / kiln.memory().anonymous;
  return [{ name: "anonymous memory after it all", value: ratio, unit: "x less", bound: { least: 2 } }];
}

const MANIFESTS = 100;

/** Wall time of `kubectl apply` with many manifests, by the program in KILN_PEER_KUBECTL. */
function applyManifests(kiln: RunningServer, peer: RunningServer): Figure[] {
  const kubectl = process.env.KILN_PEER_KUBECTL;
  if (kubectl === undefined) {
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), "kiln-bench-apply-"));
  try {
    const items = Array.from({ length: MANIFESTS }, (_, i) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: `applied-${i}`, namespace: "default" },
      data: { a: "b" },
    }));
    const file = join(folder, "list.json");
    writeFileSync(file, JSON.stringify({ apiVersion: "v1", kind: "List", items }));
    const [ours, theirs] = [kiln, peer].map(({ target }) => timeApply(kubectl, { ...target, file, folder }));
    return [
      { name: `kubectl apply of ${MANIFESTS} manifests`, value: Number(theirs) / Number(ours), unit: "x of the peer" },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Applied {
  readonly port: number;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  readonly file: string;
  readonly folder: string;
}

function timeApply(kubectl: string, { port, ca, cert, key, file, folder }: Applied): number {
  const path = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const args = [
    ...[`--server=https://127.0.0.1:${port}`, `--certificate-authority=${path("ca", ca)}`],
    ...[`--client-certificate=${path("cert", cert)}`, `--client-key=${path("key", key)}`],
    ...[`--cache-dir=${join(folder, `cache-${port}`)}`, "apply", "-f", file],
  ];
  const start = performance.now();
  const { status, stderr } = spawnSync(kubectl, args, { encoding: "utf8", env: {} });
  if (status !== 0) {
    throw new Error(`kubectl apply failed: ${stderr}`);
  }
  return performance.now() - start;
}

export const peerBenchmarks: readonly Benchmark[] = [
  {
    name: "peer/embedded",
    about: "Kiln beside kube-apiserver on etcd, row by row, with processor time",
    figures: compareEmbedded,
  },
  {
    name: "peer/etcd",
    about: "the same for custom resources, with Kiln on an etcd of its own",
    figures: compareOnEtcd,
  },
  { name: "peer/workers", about: "two workers against one process", figures: compareWorkers },
];
