import { type HollowNodes, type ImmutableStep, type Strategy, startHollowNodes } from "@kiln/agent";
import { createSystemClock } from "@kiln/api";
import { openTransport } from "@kiln/client/node";
import { type PodRecord, PublicationLog } from "../publication-log.ts";
import { nodeName, nodeToken } from "../servers/material.ts";
import { answerParent } from "./child.ts";

export interface AgentsOptions {
  readonly url: string;
  readonly ca: string;
  /** Number of the first node of this process; the others follow. */
  readonly firstNode: number;
  readonly nodes: number;
  readonly strategy: Strategy;
  readonly step: ImmutableStep;
  readonly syncPeriodMs: number;
  readonly watchSeconds: readonly [number, number];
}

export interface AgentsReading {
  readonly pods: number;
  /** Number of objects that were never read. */
  readonly starting: number;
  /** Number of Pods whose volumes were all published at least once. */
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
  /** Times at which Pods had all their volumes, in milliseconds since 1970. */
  readyTimes: (_: undefined): number[] => log.readyTimes(),
  /** Milliseconds from the write of a change to its publication, since the last call. */
  delays: (_: undefined): number[] => log.takeDelays(),
};

export type AgentsAnswers = typeof answers;

answerParent(answers);
