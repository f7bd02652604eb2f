import { type HollowNodes, type ImmutableStep, type Strategy, startHollowNodes } from "@kiln/agent";
import { createSystemClock } from "@kiln/api";
import { openTransport } from "@kiln/client/node";
import { type PodRecord, PublicationLog } from "../publication-log.ts";
import { nodeName, nodeToken } from "../servers/material.ts";
import { answerParent } from "./child.ts";

export interface AgentsOptions {
  readonly url: string;
  readonly ca: string;
  /** Nodes of one process follow each other. */
  readonly firstNode: number;
  readonly nodes: number;
  readonly strategy: Strategy;
  readonly step: ImmutableStep;
  readonly syncPeriodMs: number;
  readonly watchSeconds: readonly [number, number];
}

export interface AgentsReading {
  readonly pods: number;
  /** Objects that were never read. */
  readonly starting: number;
  /** Pods whose volumes were all published at least once. */
  readonly readyPods: number;
}

let nodes: HollowNodes | undefined;
let log = new PublicationLog(Date.now);

const answers = {
  start(options: AgentsOptions): number {
    log = new PublicationLog(Date.now);
    const { url, ca, strategy, syncPeriodMs, watchSeconds } = options;
    nodes = startHollowNodes({
      nodes: Array.from({ length: options.nodes }, (_, index) => options.firstNode + index).map((index) => ({
        name: nodeName(index),
        transport: openTransport({
          url,
          ca,
          credentials: { token: async () => nodeToken(index) },
          namespace: "default",
        }),
      })),
      clock: createSystemClock(globalThis),
      fraction: Math.random,
      strategy,
      immutableStep: options.step,
      syncPeriodMs,
      watchSeconds,
      onPublish: (publication) => log.add(publication),
    });
    return Date.now();
  },
  read(_: undefined): AgentsReading | undefined {
    if (nodes === undefined) {
      return undefined;
    }
    const { pods, sources } = nodes.state();
    return { pods, starting: sources.Starting, readyPods: log.readyPods };
  },
  pods: (uids: readonly string[]): PodRecord[] => log.pods(uids),
  /** When each pod had its volumes, in milliseconds since 1970. */
  readyTimes: (_: undefined): number[] => log.readyTimes(),
  /** Milliseconds from the write of a change to its publication, since this was last asked. */
  delays: (_: undefined): number[] => log.takeDelays(),
};

export type AgentsAnswers = typeof answers;

answerParent(answers);
