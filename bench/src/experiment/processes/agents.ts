import { join } from "node:path";
import type { PodRecord } from "../publication-log.ts";
import type { AgentsAnswers, AgentsOptions, AgentsReading } from "./agents-process.ts";
import { startChild } from "./child.ts";

/** Hollow nodes of a run, divided among processes by the heap that they need. */
export interface Agents {
  readonly pids: readonly number[];
  /** Starts all agents. Returns the time at which the first one started. */
  start(options: Omit<AgentsOptions, "firstNode">): Promise<number>;
  read(): Promise<AgentsReading>;
  pods(uids: readonly string[]): Promise<PodRecord[]>;
  readyTimes(): Promise<number[]>;
  /** Milliseconds from the write of a change to its publication, since the last call. */
  delays(): Promise<number[]>;
  close(): Promise<void>;
}

/** References of one process: at 75 KiB each about 2 GiB, half of Node's default heap limit. */
const REFERENCES_PER_PROCESS = 28_000;

export function countProcesses(references: number): number {
  return Math.max(1, Math.ceil(references / REFERENCES_PER_PROCESS));
}

export function startAgents(processes: number): Agents {
  const file = join(import.meta.dirname, "agents-process.js");
  const children = Array.from({ length: processes }, () => startChild<AgentsAnswers>(file));
  return {
    pids: children.map(({ pid }) => pid),
    async start({ nodes, ...options }) {
      const each = Math.ceil(nodes / processes);
      const times = await Promise.all(
        children.map((child, index) => {
          const firstNode = index * each;
          return child.ask("start", { ...options, firstNode, nodes: Math.min(each, nodes - firstNode) });
        }),
      );
      return Math.min(...times);
    },
    async read() {
      const readings = await Promise.all(children.map((child) => child.ask("read", undefined)));
      const sum = (of: (reading: AgentsReading) => number) =>
        readings.reduce((total, reading) => total + (reading === undefined ? 0 : of(reading)), 0);
      return {
        pods: sum(({ pods }) => pods),
        starting: sum(({ starting }) => starting),
        readyPods: sum((r) => r.readyPods),
      };
    },
    // Each process returns a record for every uid, which is empty for Pods of other processes.
    async pods(uids) {
      const lists = await Promise.all(children.map((child) => child.ask("pods", uids)));
      return uids.map(
        (uid, index) =>
          lists.map((list) => list[index]).find((pod) => pod?.readyAt !== undefined) ?? { uid, texts: [] },
      );
    },
    readyTimes: async () => (await Promise.all(children.map((child) => child.ask("readyTimes", undefined)))).flat(),
    delays: async () => (await Promise.all(children.map((child) => child.ask("delays", undefined)))).flat(),
    close: async () => {
      await Promise.all(children.map((child) => child.close()));
    },
  };
}
