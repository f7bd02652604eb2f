import type { Benchmark, Figure } from "../benchmark.ts";
import { besideList } from "./beside-list.ts";
import { manyDefinitions } from "./many-definitions.ts";
import { measureMarkedLists } from "./mark-lists.ts";
import { measureWatch, type WatchResult } from "./measure-watch.ts";
import { measureProtobufBodies } from "./protobuf-bodies.ts";
import { compareProtobufGet, compareProtobufList } from "./protobuf-cost.ts";
import { type LoadResult, type Operation, runLoad } from "./run-load.ts";
import { findPeer, type RunningServer, startKiln, startPeer } from "./start-server.ts";
import {
  applyAmong,
  create,
  defineGadgets,
  deleteOne,
  getAmong,
  listAll,
  listPage,
  patchAmong,
  updateAmong,
} from "./workload.ts";
import { compareMarks, comparePruning, compareTracking } from "./write-cost.ts";

const OBJECTS = 5000;
/** Above this share of a core the client, not the server, limits the rate. */
const CLIENT_BOUND = { most: 0.7 };

interface Row {
  readonly name: string;
  readonly operate: Operation;
  /** Undoes an operation if later rows must not find its result. */
  readonly undo?: Operation;
  /** Number of operations on Kiln; the peer does a fifth of them. */
  readonly operations: number;
  /** Required multiple of the peer's rate. */
  readonly least: number;
}

/** Rows in order: each uses the results of the rows before it. */
const ROWS: readonly Row[] = [
  { name: "create", operate: create, undo: deleteOne, operations: OBJECTS, least: 4 },
  { name: "get", operate: getAmong(OBJECTS), operations: 20_000, least: 4 },
  { name: "list of 5,000", operate: listAll, operations: 40, least: 4 },
  { name: "list page with selector", operate: listPage, operations: 1000, least: 4 },
  { name: "get, then update", operate: updateAmong(OBJECTS), operations: 5000, least: 4 },
  { name: "merge patch", operate: patchAmong(OBJECTS), operations: 5000, least: 4 },
  { name: "apply that changes a field", operate: applyAmong(OBJECTS), operations: 5000, least: 4 },
];

async function throughput(): Promise<readonly Figure[]> {
  return withServers(async (kiln, peer) => {
    const figures: Figure[] = [];
    for (const row of ROWS) {
      process.stderr.write(`  ${row.name}\n`);
      // Both servers create the same objects, because later rows read them.
      const operations = row.operate === create ? OBJECTS : Math.ceil(row.operations / 5);
      const theirs = peer && (await runTwice(peer, row, operations));
      const ours = await runTwice(kiln, row, row.operations);
      figures.push(...compare(row, ours.second, theirs?.second));
      if (row.operate === create) {
        figures.push({ name: "create, the first after the start", value: ours.first.perSecond, unit: "/s" });
      }
    }
    process.stderr.write("  watch, delete\n");
    const watched = await watchFigures(kiln, peer);
    const deletes = { name: "delete", operate: deleteOne, operations: OBJECTS, least: 4 };
    const theirs = peer && (await runLoad(peer.target, deleteOne, { operations: 1000 }));
    const ours = await runLoad(kiln.target, deleteOne, { operations: OBJECTS });
    return [...figures, ...watched, ...compare(deletes, ours, theirs), ...memoryFigures(kiln, peer)];
  });
}

/**
 * Runs a row twice and returns the second result, so that warming up does not count. The first run has other turns, so
 * that the second does not find its work done.
 */
async function runTwice(
  { target }: RunningServer,
  { operate, undo }: Row,
  operations: number,
): Promise<{ readonly first: LoadResult; readonly second: LoadResult }> {
  const firstTurn = 10 * OBJECTS;
  const first = await runLoad(target, operate, { operations, firstTurn });
  if (undo !== undefined) {
    await runLoad(target, undo, { operations, firstTurn });
  }
  return { first, second: await runLoad(target, operate, { operations }) };
}

async function watchFigures(kiln: RunningServer, peer: RunningServer | undefined): Promise<Figure[]> {
  const ours = await watchTwice(kiln, 2000);
  const theirs = peer && (await watchTwice(peer, 500));
  const name = "watch, 100 watchers";
  return [
    { name, value: ours.eventsPerSecond, unit: "events/s" },
    { name: `${name} client`, value: ours.clientShare, unit: "of a core", bound: CLIENT_BOUND },
    ...(theirs === undefined
      ? []
      : [{ name, value: ours.eventsPerSecond / theirs.eventsPerSecond, unit: "x of the peer", bound: { least: 4 } }]),
  ];
}

async function watchTwice({ target }: RunningServer, creates: number): Promise<WatchResult> {
  await measureWatch(target, { watchers: 100, creates, firstTurn: 1_000_000 });
  return measureWatch(target, { watchers: 100, creates, firstTurn: 2_000_000 });
}

function compare(row: Row, ours: LoadResult, theirs: LoadResult | undefined): Figure[] {
  const { name, least } = row;
  return [
    { name, value: ours.perSecond, unit: "/s" },
    { name: `${name} p99`, value: ours.p99Ms, unit: "ms" },
    { name: `${name} client`, value: ours.clientShare, unit: "of a core", bound: CLIENT_BOUND },
    ...(theirs === undefined
      ? []
      : [{ name, value: ours.perSecond / theirs.perSecond, unit: "x of the peer", bound: { least } }]),
  ];
}

function memoryFigures(kiln: RunningServer, peer: RunningServer | undefined): Figure[] {
  const mib = (bytes: number) => bytes / 1024 / 1024;
  const { resident, anonymous } = kiln.memory();
  return [
    { name: "resident after all that", value: mib(resident), unit: "MiB" },
    { name: "anonymous after all that", value: mib(anonymous), unit: "MiB" },
    ...(peer === undefined ? [] : [{ name: "the peer's resident", value: mib(peer.memory().resident), unit: "MiB" }]),
  ];
}

async function start(): Promise<readonly Figure[]> {
  const first = await startKiln();
  const { resident } = first.memory();
  await first.close();
  return [
    { name: "ready from nothing", value: first.readyMs, unit: "ms", bound: { most: 700 } },
    { name: "resident, empty", value: resident / 1024 / 1024, unit: "MiB", bound: { most: 110 } },
  ];
}

async function withServers<T>(work: (kiln: RunningServer, peer: RunningServer | undefined) => Promise<T>): Promise<T> {
  const programs = findPeer();
  if (programs === undefined) {
    process.stderr.write("no peer: set KILN_PEER_APISERVER and KILN_PEER_ETCD to compare; measuring Kiln alone\n");
  }
  const kiln = await startKiln();
  const peer = programs && (await startPeer(programs, kiln.folder));
  try {
    await defineGadgets(kiln.target);
    if (peer !== undefined) {
      await defineGadgets(peer.target);
    }
    return await work(kiln, peer);
  } finally {
    await peer?.close();
    await kiln.close();
  }
}

export const serverBenchmarks: readonly Benchmark[] = [
  { name: "server/pruning", about: "updates through the server, pruning on against off", open: comparePruning },
  { name: "server/marks", about: "updates through the server, marks on against off", open: compareMarks },
  {
    name: "server/list-marks",
    about: "processor time of updates with 30 to 1,500 list items, marks on against off, with A/A controls",
    figures: measureMarkedLists,
  },
  { name: "server/tracking", about: "updates through the server, owners tracked against not", open: compareTracking },
  {
    name: "server/protobuf-bodies",
    about: "processor time of decoding and encoding objects, protobuf against JSON",
    figures: measureProtobufBodies,
  },
  { name: "server/protobuf-get", about: "a ConfigMap in protobuf against JSON", open: compareProtobufGet },
  { name: "server/protobuf-list", about: "200 ConfigMaps in protobuf against JSON", open: compareProtobufList },
  { name: "server/definitions", about: "500 CRDs one after the other", figures: manyDefinitions },
  { name: "server/start", about: "from the process to ready, and what it takes empty", figures: start },
  { name: "server/throughput", about: "every verb under load, against a peer where there is one", figures: throughput },
  { name: "server/beside-list", about: "the slowest answers while 50 MB lists stream", figures: besideList },
];
