import type { Transport } from "@kiln/client";
import type { Agent, AgentOptions, AgentState, SourceState } from "../agent-options.ts";
import { startAgent } from "../start-agent.ts";
import { createHollowVolume, type Publication } from "./hollow-volume.ts";

/** A simulated node with only its agent. */
export interface HollowNode {
  readonly name: string;
  /** A separate transport: agents that share connections would load a server less than nodes do. */
  readonly transport: Transport;
}

export interface HollowOptions extends Omit<AgentOptions, "transport" | "nodeName" | "openVolume" | "removePod"> {
  readonly nodes: readonly HollowNode[];
  onPublish?(publication: Publication): void;
}

/** Many agents in one process that do everything except writing files. */
export interface HollowNodes {
  /** State of all nodes together; synced when every node is. */
  state(): AgentState;
  /** Stops the agents and closes their transports. */
  close(): Promise<void>;
}

export function startHollowNodes({ nodes, onPublish, ...options }: HollowOptions): HollowNodes {
  const agents = nodes.map(({ name, transport }): Agent => {
    const agent = startAgent({
      ...options,
      transport,
      nodeName: name,
      openVolume: (path) => createHollowVolume((payload) => onPublish?.({ nodeName: name, path, payload })),
      removePod: async () => {},
    });
    // Not awaited individually; the state includes whether all have synced.
    agent.synced.catch(() => {});
    return agent;
  });
  return {
    state: () => agents.map((agent) => agent.state()).reduce(addStates, EMPTY),
    async close() {
      await Promise.all(agents.map((agent) => agent.close()));
      for (const { transport } of nodes) {
        transport.close();
      }
    },
  };
}

const EMPTY: AgentState = {
  pods: 0,
  waitingPods: 0,
  staleTokens: [],
  sources: { Starting: 0, Synced: 0, Immutable: 0, Idle: 0, Stopped: 0 },
  openWatches: { configmaps: 0, secrets: 0 },
  hasSynced: true,
};

function addStates(one: AgentState, other: AgentState): AgentState {
  const states = Object.keys(one.sources) as SourceState[];
  return {
    pods: one.pods + other.pods,
    waitingPods: one.waitingPods + other.waitingPods,
    staleTokens: [...one.staleTokens, ...other.staleTokens],
    sources: Object.fromEntries(
      states.map((state) => [state, one.sources[state] + other.sources[state]]),
    ) as AgentState["sources"],
    openWatches: {
      configmaps: one.openWatches.configmaps + other.openWatches.configmaps,
      secrets: one.openWatches.secrets + other.openWatches.secrets,
    },
    hasSynced: one.hasSynced && other.hasSynced,
  };
}
