import type { Publication } from "@kiln/agent";

/** Published state of a Pod. */
export interface PodRecord {
  readonly uid: string;
  /** Time at which all volumes were published, in milliseconds since 1970; undefined while one is missing. */
  readonly readyAt?: number;
  /** Contents of the `text` file of each volume, in the order of their paths. */
  readonly texts: readonly string[];
}

interface Known {
  readyAt?: number;
  readonly texts: Map<string, string>;
}

/** Number of volumes of a Pod: one of a Secret, one of a ConfigMap. */
const VOLUMES_OF_A_POD = 2;

/** Name of the file with the time at which its object was last written. */
export const STAMP = "stamp";
/** Name of the file with the number of its content. */
export const TEXT = "text";

/** Records the publications of hollow nodes. */
export class PublicationLog {
  readonly #now: () => number;
  readonly #pods = new Map<string, Known>();
  #delays: number[] = [];
  #ready = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get readyPods(): number {
    return this.#ready;
  }

  add({ path, payload }: Publication): void {
    const [, uid = "", , ...volume] = path.split("/");
    const pod: Known = this.#pods.get(uid) ?? { texts: new Map() };
    this.#pods.set(uid, pod);
    const read = (file: string) => Buffer.from(payload.get(file)?.bytes ?? []).toString();
    const isFirst = !pod.texts.has(volume.join("/"));
    pod.texts.set(volume.join("/"), read(TEXT));
    if (!isFirst) {
      this.#delays.push(this.#now() - Number(read(STAMP)));
    } else if (pod.texts.size === VOLUMES_OF_A_POD) {
      pod.readyAt = this.#now();
      this.#ready++;
    }
  }

  pods(uids: readonly string[]): PodRecord[] {
    return uids.map((uid) => {
      const { readyAt, texts } = this.#pods.get(uid) ?? { texts: new Map<string, string>() };
      const inOrder = [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
      return { uid, texts: inOrder, ...(readyAt === undefined ? {} : { readyAt }) };
    });
  }

  readyTimes(): number[] {
    return [...this.#pods.values()].flatMap(({ readyAt }) => (readyAt === undefined ? [] : [readyAt]));
  }

  takeDelays(): number[] {
    const taken = this.#delays;
    this.#delays = [];
    return taken;
  }
}
