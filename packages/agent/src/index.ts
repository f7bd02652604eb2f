export {
  type AgentMetrics,
  createAgentMetrics,
  HISTOGRAMS,
  type HistogramName,
  METRICS,
  type MetricName,
} from "./agent-metrics.ts";
export {
  type Agent,
  type AgentLog,
  type AgentOptions,
  type AgentState,
  IMMUTABLE_STEPS,
  type ImmutableStep,
  type PodRecords,
  type PodReport,
  type SourceState,
  STRATEGIES,
  type Strategy,
} from "./agent-options.ts";
export type { Publication } from "./hollow/hollow-volume.ts";
export {
  type HollowNode,
  type HollowNodes,
  type HollowOptions,
  startHollowNodes,
} from "./hollow/start-hollow-nodes.ts";
export { type MemoryRoot, openMemoryRoot } from "./memory-root.ts";
export { openProbes, PROCESS_METRICS, type Probes, type ProbesOptions } from "./open-probes.ts";
export { openPodFolders, type PodFolders, type PodFoldersOptions } from "./pod-folders.ts";
export { startAgent } from "./start-agent.ts";
export type { Payload, PublishOptions, PublishOutcome, VolumeFile, VolumeTarget } from "./volumes/payload.ts";
export {
  openVolume,
  type Volume,
  type VolumeOptions,
  type VolumePublishOptions,
  type WriteStep,
  writeSteps,
} from "./writer/volume.ts";
export { VolumeError, type VolumeErrorCode } from "./writer/volume-error.ts";
