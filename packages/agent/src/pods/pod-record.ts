import {
  asObject,
  asText,
  asTexts,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  printJson,
} from "@kiln/api";
import type { PodRecords } from "../agent-options.ts";

/** An immutable object whose content a volume holds. */
export interface Pin {
  readonly uid: string;
  /** Modes of the object's files by their paths in the volume. */
  readonly files: ReadonlyMap<string, number>;
}

/** Pins by the keys of references. */
export type Pins = ReadonlyMap<string, Pin>;

/**
 * Published files of a Pod: for each volume the immutable objects in it and their files. After a restart it identifies
 * the files of objects that have been replaced since.
 */
export interface PodRecord {
  /** Pins of a volume; undefined if the volume was never published. */
  pinsOf(volume: string): Pins | undefined;
  /** Records the pins of a volume; writes nothing if they are unchanged. */
  note(volume: string, pins: Pins): Promise<void>;
  /** Records a text. True if it was not recorded before, also not by an earlier process. */
  noteOnce(text: string): Promise<boolean>;
}

export async function openPodRecord(records: PodRecords | undefined, podUid: string): Promise<PodRecord> {
  const { volumes, told } = parseRecord(await records?.read(podUid));
  let last: Promise<unknown> = Promise.resolve();
  /** Writes run one after the other: a later text includes the earlier ones. */
  const write = (): Promise<void> => {
    const turn = last.then(() => records?.write(podUid, printRecord({ volumes, told })));
    last = turn.catch(() => {});
    return turn;
  };
  return {
    pinsOf: (volume) => volumes.get(volume),
    async note(volume, pins) {
      if (!isSame(volumes.get(volume), pins)) {
        volumes.set(volume, pins);
        await write();
      }
    },
    async noteOnce(text) {
      if (told.has(text)) {
        return false;
      }
      told.add(text);
      await write();
      return true;
    },
  };
}

interface Content {
  readonly volumes: Map<string, Pins>;
  readonly told: Set<string>;
}

function isSame(a: Pins | undefined, b: Pins): boolean {
  return a !== undefined && JSON.stringify(printPins(a)) === JSON.stringify(printPins(b));
}

function printPins(pins: Pins): JsonObject {
  const entries = [...pins].map(([key, { uid, files }]) => [key, { uid, files: Object.fromEntries(files) }] as const);
  return Object.fromEntries(entries);
}

function printRecord({ volumes, told }: Content): string {
  const printed = Object.fromEntries([...volumes].map(([name, pins]) => [name, printPins(pins)]));
  return printJson({ volumes: printed, told: [...told] });
}

/** An unreadable record counts as absent: the volumes are treated as new ones. */
function parseRecord(text: string | undefined): Content {
  try {
    const { value } = parseJson(text ?? "{}");
    const { volumes, told } = isJsonObject(value) ? value : {};
    const entries = Object.entries(asObject(volumes)).map(([name, pins]): [string, Pins] => [name, parsePins(pins)]);
    return { volumes: new Map(entries), told: new Set(asTexts(told)) };
  } catch {
    return { volumes: new Map(), told: new Set() };
  }
}

function parsePins(pins: JsonValue): Pins {
  return new Map(
    Object.entries(asObject(pins)).map(([key, pin]) => {
      const { uid, files } = asObject(pin);
      const modes = Object.entries(asObject(files)).map(([path, mode]) => [path, Number(mode)] as const);
      return [key, { uid: asText(uid), files: new Map(modes) }];
    }),
  );
}
