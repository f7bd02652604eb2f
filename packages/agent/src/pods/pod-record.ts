import { asTextEntries, isJsonObject, parseJson, printJson } from "@kiln/api";
import type { PodRecords } from "../agent-options.ts";

/**
 * What a pod has on disk: for each published volume the uids of the immutable objects in it. After a restart it tells
 * which volumes hold the content of objects that have been replaced since.
 */
export interface PodRecord {
  /** Uids by the keys of references; undefined if the volume was never published. */
  pinsOf(volume: string): ReadonlyMap<string, string> | undefined;
  /** Does nothing if it is known already. */
  note(volume: string, pins: ReadonlyMap<string, string>): Promise<void>;
}

export async function openPodRecord(records: PodRecords | undefined, podUid: string): Promise<PodRecord> {
  const volumes = parseRecord(await records?.read(podUid));
  return {
    pinsOf: (volume) => volumes.get(volume),
    async note(volume, pins) {
      if (isSame(volumes.get(volume), pins)) {
        return;
      }
      volumes.set(volume, pins);
      const text = printJson(Object.fromEntries([...volumes].map(([name, each]) => [name, Object.fromEntries(each)])));
      await records?.write(podUid, text);
    },
  };
}

function isSame(a: ReadonlyMap<string, string> | undefined, b: ReadonlyMap<string, string>): boolean {
  return a !== undefined && a.size === b.size && [...b].every(([key, uid]) => a.get(key) === uid);
}

/** One that cannot be read is as good as none: the volumes are looked at as new ones. */
function parseRecord(text: string | undefined): Map<string, ReadonlyMap<string, string>> {
  try {
    const { value } = parseJson(text ?? "{}");
    const entries = isJsonObject(value) ? Object.entries(value) : [];
    return new Map(entries.map(([name, pins]) => [name, new Map(asTextEntries(pins))]));
  } catch {
    return new Map();
  }
}
