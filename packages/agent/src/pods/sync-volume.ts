import { type Clock, type KubeObject, objectAt } from "@kiln/api";
import type { AgentMetrics } from "../agent-metrics.ts";
import { numberAt } from "../read-fields.ts";
import { type ObjectRef, refKey } from "../references/object-ref.ts";
import { type BuiltPayload, buildPayload } from "../volumes/build-payload.ts";
import { type ConfigVolume, holdsSecrets } from "../volumes/config-volume.ts";
import type { Payload, PublishOutcome, VolumeTarget } from "../volumes/payload.ts";
import { type GatheredInputs, gatherInputs, type InputSources } from "./gather-inputs.ts";
import { type KeptFiles, keepReplaced } from "./keep-replaced.ts";
import type { Pin, Pins, PodRecord } from "./pod-record.ts";

/** State of a volume between two syncs. */
export interface VolumeState {
  readonly target: VolumeTarget;
  isPublished: boolean;
  /** Time at which files of immutable objects were last compared with the content. */
  settledMs?: number | undefined;
  /** Files of objects that were replaced before this agent started, by the keys of references. */
  readonly kept: Map<string, Payload>;
  /** Versions of the objects that were last published. */
  versions: ReadonlyMap<string, string>;
}

export interface VolumeContext extends InputSources {
  readonly clock: Clock;
  readonly metrics: AgentMetrics;
  readonly verifyIntervalMs: number;
  /** Whether Pods keep the immutable objects they started with. */
  readonly keepsReplaced: boolean;
  /** Reason why Secrets and tokens are not written; undefined if these are written. */
  readonly secretsRefusal: string | undefined;
  onReplaced(pod: KubeObject, ref: ObjectRef, uid: string): void;
}

export interface VolumeResult {
  readonly result: PublishOutcome | "skipped" | "failed";
  readonly error?: string;
  readonly isPassing?: boolean;
  /** Reason why a token of the volume is not renewed. The volume contains an earlier one. */
  readonly tokenError?: string;
}

export interface SyncedVolume {
  readonly pod: KubeObject;
  readonly volume: ConfigVolume;
  readonly state: VolumeState;
  readonly record: PodRecord;
}

/** One sync of a volume. A failure leaves its files unchanged. */
export async function syncVolume(context: VolumeContext, synced: SyncedVolume): Promise<VolumeResult> {
  const { pod, volume, state } = synced;
  if (isSettled(context, state)) {
    return { result: "skipped" };
  }
  if (context.secretsRefusal !== undefined && holdsSecrets(volume)) {
    return { result: "failed", error: context.secretsRefusal };
  }
  const inputs = await gatherInputs(context, pod, volume);
  const tokenError = state.isPublished && inputs.tokenErrors.length > 0 ? inputs.tokenErrors.join(", ") : undefined;
  const about = tokenError === undefined ? {} : { tokenError };
  const kept = await keepReplaced(context, synced, inputs);
  const built = buildPayload(volume, { ...inputs, findKept: (ref) => kept.get(refKey(ref))?.files });
  if (built.errors.length > 0) {
    const error = built.errors.length === 1 ? String(built.errors[0]) : `[${built.errors.join(", ")}]`;
    return { result: "failed", error, isPassing: inputs.isPassing, ...about };
  }
  return { result: await publish(context, synced, { inputs, kept, built }), ...about };
}

/** Whether the files of the volume cannot change, and were compared recently. */
function isSettled({ clock, verifyIntervalMs }: VolumeContext, { settledMs }: VolumeState): boolean {
  return settledMs !== undefined && (verifyIntervalMs === 0 || clock.monotonicMs() - settledMs < verifyIntervalMs);
}

interface Prepared {
  readonly inputs: GatheredInputs;
  readonly kept: KeptFiles;
  readonly built: BuiltPayload;
}

async function publish(
  { clock, metrics }: VolumeContext,
  { pod, volume, state, record }: SyncedVolume,
  prepared: Prepared,
): Promise<PublishOutcome> {
  const fsGroup = numberAt(objectAt(pod, "spec", "securityContext"), "fsGroup");
  const result = await state.target.publish(prepared.built.payload, fsGroup === undefined ? {} : { fsGroup });
  const nowMs = clock.monotonicMs();
  noteVersions(state, prepared.inputs, { metrics, nowMs });
  const pins = pinsIn(prepared);
  state.isPublished = true;
  const isFinal = volume.sources.every((source) => source.type === "object" && pins.has(refKey(source.ref)));
  state.settledMs = isFinal ? nowMs : undefined;
  await record.note(volume.name, pins);
  return result;
}

/** Immutable objects in the volume, each with its files. */
function pinsIn({ inputs, kept, built: { payload, origins } }: Prepared): Pins {
  const final = [...inputs.readings].filter(([, { isFinal }]) => isFinal);
  const uids = new Map([
    ...final.map(([key, { object }]) => [key, object.metadata.uid ?? ""] as const),
    ...[...kept].map(([key, { uid }]) => [key, uid] as const),
  ]);
  const filesOf = (key: string) =>
    [...payload].filter(([path]) => {
      const origin = origins.get(path);
      return origin?.type === "object" && refKey(origin.ref) === key;
    });
  return new Map(
    [...uids].map(([key, uid]): [string, Pin] => {
      const modes = filesOf(key).map(([path, { mode }]) => [path, mode] as const);
      return [key, { uid, files: new Map(modes) }];
    }),
  );
}

/** Records in a metric how long each change took to become files. */
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
