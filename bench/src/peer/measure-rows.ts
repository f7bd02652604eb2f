import { type LoadResult, runLoad } from "../server/run-load.ts";
import type { RunningServer } from "../server/start-server.ts";
import { type PeerRow, WARM_UP } from "./peer-row.ts";

/** Work of a row on one server in all rounds. */
export interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly processorMicros: number;
  readonly clientShare: number;
}

export interface MeasuredRow {
  readonly row: PeerRow;
  /** Processor time of Kiln's first operations of the row. */
  readonly coldMicros: number;
  readonly kiln: Measured;
  readonly peer: Measured;
}

export interface MeasureOptions {
  readonly kiln: RunningServer;
  readonly peer: RunningServer;
  readonly rounds: number;
  /** First turn that no earlier row has used. */
  readonly firstTurn: number;
}

/** Runs a row on both servers alternately; the server that was second in a round is first in the next. */
export async function measureRow(row: PeerRow, options: MeasureOptions): Promise<MeasuredRow> {
  const { kiln, peer, rounds, firstTurn } = options;
  const { operations, warmUp = WARM_UP } = row;
  const runs = { kiln: [] as Run[], peer: [] as Run[] };
  await row.prepare?.(kiln);
  await row.prepare?.(peer);
  const cold = await runOnce(row, kiln, firstTurn);
  const afterCold = Math.max(0, warmUp - operations);
  await runOnce({ ...row, operations: afterCold }, kiln, firstTurn + operations);
  await runOnce({ ...row, operations: warmUp }, peer, firstTurn);
  const firstCounted = firstTurn + operations + afterCold;
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (["peer", "kiln"] as const) : (["kiln", "peer"] as const);
    for (const name of order) {
      runs[name].push(await runOnce(row, { kiln, peer }[name], firstCounted + round * operations));
    }
  }
  await row.undo?.(kiln);
  await row.undo?.(peer);
  const coldMicros = (cold.processorMs * 1000) / operations;
  return { row, coldMicros, kiln: combine(row, runs.kiln), peer: combine(row, runs.peer) };
}

interface Run {
  readonly load: LoadResult;
  readonly processorMs: number;
}

async function runOnce(row: PeerRow, server: RunningServer, firstTurn: number): Promise<Run> {
  const before = server.processorMs();
  const inFlight = row.inFlight ?? 32;
  const connections = Math.min(4, inFlight);
  const load = await runLoad(server.target, row.operate, {
    operations: row.operations,
    firstTurn,
    connections,
    inFlightEach: inFlight / connections,
  });
  return { load, processorMs: server.processorMs() - before };
}

function combine({ operations }: PeerRow, runs: readonly Run[]): Measured {
  const sum = (read: (run: Run) => number) => runs.reduce((total, run) => total + read(run), 0);
  return {
    perSecond: runs.length / sum(({ load }) => 1 / load.perSecond),
    p50Ms: sum(({ load }) => load.p50Ms) / runs.length,
    processorMicros: (sum(({ processorMs }) => processorMs) * 1000) / (operations * runs.length),
    clientShare: Math.max(...runs.map(({ load }) => load.clientShare)),
  };
}
