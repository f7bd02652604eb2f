import { type Clock, type KubeObject, objectAt } from "@kiln/api";
import type { AgentMetrics } from "../agent-metrics.ts";
import { numberAt } from "../read-fields.ts";
import { buildPayload } from "../volumes/build-payload.ts";
import type { ConfigVolume } from "../volumes/config-volume.ts";
import type { PublishOutcome, VolumeTarget } from "../volumes/payload.ts";
import { type GatheredInputs, gatherInputs, type InputSources } from "./gather-inputs.ts";
import type { PodRecord } from "./pod-record.ts";

/** What is remembered of a volume from one look to the next. */
export interface VolumeState {
  readonly target: VolumeTarget;
  isPublished: boolean;
  /** When files that can never change were last compared with what they should be. */
  settledMs?: number | undefined;
  /** Holds the content of objects that were replaced before this agent started: left as it is. */
  isHeld: boolean;
  /** Versions of the objects that were published last. */
  versions: ReadonlyMap<string, string>;
}

export interface VolumeContext extends InputSources {
  readonly clock: Clock;
  readonly metrics: AgentMetrics;
  readonly verifyIntervalMs: number;
  /** Pods keep the immutable objects they started with. */
  readonly keepsReplaced: boolean;
  onHeld(pod: KubeObject, volume: ConfigVolume): void;
}

export interface VolumeResult {
  readonly result: PublishOutcome | "skipped" | "failed";
  readonly error?: string;
  readonly isPassing?: boolean;
}

/** One look at a volume. A failure leaves its files as they are. */
export async function syncVolume(
  context: VolumeContext,
  { pod, volume, state, record }: { pod: KubeObject; volume: ConfigVolume; state: VolumeState; record: PodRecord },
): Promise<VolumeResult> {
  const { clock, verifyIntervalMs, metrics } = context;
  const sinceMs = state.settledMs === undefined ? Number.POSITIVE_INFINITY : clock.monotonicMs() - state.settledMs;
  const isSettled = state.settledMs !== undefined && (verifyIntervalMs === 0 || sinceMs < verifyIntervalMs);
  if (state.isHeld || isSettled) {
    return { result: "skipped" };
  }
  const inputs = await gatherInputs(context, pod, volume);
  if (context.keepsReplaced && isReplaced(inputs, record.pinsOf(volume.name))) {
    state.isHeld = true;
    context.onHeld(pod, volume);
    return { result: "skipped" };
  }
  const { payload, errors } = buildPayload(volume, inputs);
  if (errors.length > 0) {
    const error = errors.length === 1 ? String(errors[0]) : `[${errors.join(", ")}]`;
    return { result: "failed", error, isPassing: inputs.isPassing };
  }
  const fsGroup = numberAt(objectAt(pod, "spec", "securityContext"), "fsGroup");
  const result = await state.target.publish(payload, fsGroup === undefined ? {} : { fsGroup });
  const nowMs = clock.monotonicMs();
  noteVersions(state, inputs, { metrics, nowMs });
  state.isPublished = true;
  state.settledMs = inputs.isFinal ? nowMs : undefined;
  await record.note(volume.name, pinsIn(inputs));
  return { result };
}

/** On a running agent pods are pinned in memory; this is about what an earlier run has published. */
function isReplaced(inputs: GatheredInputs, pins: ReadonlyMap<string, string> = new Map()): boolean {
  return [...pins].some(([key, uid]) => {
    const found = inputs.readings.get(key)?.object.metadata.uid;
    return found === undefined ? inputs.missing.has(key) : found !== uid;
  });
}

function pinsIn({ readings }: GatheredInputs): ReadonlyMap<string, string> {
  const final = [...readings].filter(([, { isFinal }]) => isFinal);
  return new Map(final.map(([key, { object }]) => [key, object.metadata.uid ?? ""]));
}

/** Tells how long each change took to become files. */
function noteVersions(
  state: VolumeState,
  { readings }: GatheredInputs,
  { metrics, nowMs }: { readonly metrics: AgentMetrics; readonly nowMs: number },
): void {
  const versions = new Map([...readings].map(([key, { object }]) => [key, object.metadata.resourceVersion ?? ""]));
  for (const [key, version] of versions) {
    if (state.versions.get(key) !== version) {
      metrics.observe("kiln_agent_propagation_seconds", (nowMs - (readings.get(key)?.seenMs ?? nowMs)) / 1000);
    }
  }
  state.versions = versions;
}
