import { refKey } from "../references/object-ref.ts";
import type { ConfigVolume } from "../volumes/config-volume.ts";
import type { Payload } from "../volumes/payload.ts";
import type { GatheredInputs } from "./gather-inputs.ts";
import type { Pin } from "./pod-record.ts";
import type { SyncedVolume, VolumeContext } from "./sync-volume.ts";

/** Uid and files of a replaced object, by the key of its reference. */
export type KeptFiles = ReadonlyMap<string, { readonly uid: string; readonly files: Payload }>;

/**
 * Files, read from disk, of immutable objects that were replaced or deleted while no agent ran. (A running agent keeps
 * the objects that its Pods started with in memory.) Other files of the volume are not affected.
 */
export async function keepReplaced(
  context: VolumeContext,
  { pod, volume, state, record }: SyncedVolume,
  inputs: GatheredInputs,
): Promise<KeptFiles> {
  const kept = new Map<string, { readonly uid: string; readonly files: Payload }>();
  for (const [key, pin] of context.keepsReplaced ? (record.pinsOf(volume.name) ?? []) : []) {
    const ref = refOf(volume, key);
    if (ref === undefined || !isReplaced(inputs, key, pin)) {
      continue;
    }
    const files = state.kept.get(key) ?? (await readKept(state.target, key, pin));
    state.kept.set(key, files);
    kept.set(key, { uid: pin.uid, files });
    if (await record.noteOnce(replacedText(key, pin.uid))) {
      context.onReplaced(pod, ref, pin.uid);
    }
  }
  return kept;
}

/**
 * Line in a Pod's record for a replacement that an event has reported, so that the event is not sent again after a
 * restart.
 */
export function replacedText(key: string, uid: string): string {
  return `replaced ${key} ${uid}`;
}

function refOf({ sources }: ConfigVolume, key: string) {
  const found = sources.find((source) => source.type === "object" && refKey(source.ref) === key);
  return found?.type === "object" ? found.ref : undefined;
}

/** An unreadable object does not count as replaced. */
function isReplaced({ readings, missing }: GatheredInputs, key: string, { uid }: Pin): boolean {
  const found = readings.get(key)?.object.metadata.uid;
  return found === undefined ? missing.has(key) : found !== uid;
}

async function readKept({ read }: SyncedVolume["state"]["target"], key: string, { files }: Pin): Promise<Payload> {
  const found = (await read?.(files.keys())) ?? new Map<string, Uint8Array>();
  return new Map(
    [...files].map(([path, mode]) => {
      const bytes = found.get(path);
      if (bytes === undefined) {
        throw new Error(
          `file ${JSON.stringify(path)} of the replaced immutable object ${key} is gone from the volume; create the pod anew`,
        );
      }
      return [path, { bytes, mode }];
    }),
  );
}
