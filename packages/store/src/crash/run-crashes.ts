import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Revision, Store, StoreEvent } from "../store.ts";
import { isStoreError } from "../store-error.ts";
import { readRange } from "../testing/read-range.ts";
import { readEvents } from "../testing/record-history.ts";
import { fingerprint, isIntact } from "../testing/stamped-value.ts";
import type { CrashTarget } from "./crash-target.ts";
import type { WriterOptions } from "./write-until-killed.ts";

export interface CrashOptions {
  readonly target: CrashTarget;
  /** Path of a Node script that calls {@link writeUntilKilled}. */
  readonly writerScript: string;
  readonly kills: number;
  readonly random: () => number;
  /** Called after each round; false ends the run. */
  readonly onRound?: (progress: CrashProgress) => boolean;
}

export interface CrashProgress {
  readonly round: number;
  readonly acknowledged: number;
  readonly faults: number;
}

export interface CrashReport {
  readonly kills: number;
  readonly acknowledged: number;
  /** Writes lost, torn or out of order, one sentence each. */
  readonly faults: readonly string[];
}

interface Acknowledgement {
  readonly revision: Revision;
  readonly type: string;
  readonly key: string;
  readonly fingerprint: string;
}

const prefix = "/registry/";

/**
 * Starts a writing process, kills it at a random moment, and checks the store that it left; repeatedly, on one store.
 */
export async function runCrashes(options: CrashOptions): Promise<CrashReport> {
  const faults: string[] = [];
  let acknowledged = 0;
  const { target, kills, onRound = () => true } = options;
  let before: Checkpoint = { revision: 0, oldest: 0 };
  for (let round = 0; round < kills; round++) {
    const acks = await writeAndKill(options, round);
    acknowledged += acks.length;
    await target.afterKill(round);
    const store = await target.open();
    try {
      const found = await checkRound(store, acks, { before, isGapless: target.isGapless });
      faults.push(...found.faults.map((fault) => `round ${round}: ${fault}`));
      before = found.after;
    } finally {
      await store.close();
    }
    if (!onRound({ round, acknowledged, faults: faults.length })) return { kills: round + 1, acknowledged, faults };
  }
  return { kills, acknowledged, faults };
}

async function writeAndKill({ target, writerScript, random }: CrashOptions, round: number): Promise<Acknowledgement[]> {
  const writer: WriterOptions = { ...target.writer(round), seed: Math.floor(random() * 2 ** 32) };
  const child = spawn(process.execPath, [writerScript, JSON.stringify(writer)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output: Buffer[] = [];
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on("data", (chunk) => {
    timer ??= setTimeout(() => child.kill("SIGKILL"), 5 + random() * 400);
    output.push(chunk);
  });
  const [code] = await once(child, "close");
  if (timer === undefined || code !== null) throw new Error(`The writer ended by itself, with code ${code}.`);
  // The kill cut off the line after the last newline.
  const lines = Buffer.concat(output).toString().split("\n").slice(0, -1);
  return lines.map((line) => {
    const [revision, type, key, print] = line.split(" ");
    return { revision: Number(revision), type: type!, key: key!, fingerprint: print! };
  });
}

/** Newest revision of the store after a round, and the oldest one that could still be read. */
interface Checkpoint {
  readonly revision: Revision;
  readonly oldest: Revision;
}

async function checkRound(
  store: Store,
  acks: readonly Acknowledgement[],
  { before, isGapless }: { readonly before: Checkpoint; readonly isGapless: boolean },
): Promise<{ readonly faults: string[]; readonly after: Checkpoint }> {
  const last = store.revision;
  // Without compaction, earlier rounds checked the revisions before this one.
  const oldest = isGapless ? await findOldest(store, before.oldest) : before.revision;
  const events = await readEvents(store, { prefix, after: oldest, last });
  const faults = [
    ...checkValues(events),
    ...(isGapless ? checkGaps(events, oldest, last) : []),
    ...checkAcks(acks, events, { oldest, last }),
    ...(await checkEntries(store, events, oldest)),
  ];
  if (last < before.revision) faults.push(`revision went back from ${before.revision} to ${last}`);
  return { faults, after: { revision: last, oldest } };
}

/** Oldest kept revision, found by bisection: `compacted` errors name it only in their message. */
async function findOldest(store: Store, atLeast: Revision): Promise<Revision> {
  let low = atLeast;
  let high = store.revision;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const isKept = await store.get("/none", { revision: middle }).then(
      () => true,
      (error) => !isStoreError(error, "compacted"),
    );
    if (isKept) high = middle;
    else low = middle + 1;
  }
  return low;
}

function checkGaps(events: readonly StoreEvent[], after: Revision, last: Revision): string[] {
  const faults: string[] = [];
  for (const [i, event] of events.entries()) {
    if (event.revision !== after + 1 + i) faults.push(`event ${i} after ${after} has revision ${event.revision}`);
  }
  if (events.length !== last - after) faults.push(`${events.length} events instead of ${last - after}`);
  return faults.slice(0, 10);
}

function checkValues(events: readonly StoreEvent[]): string[] {
  const faults: string[] = [];
  for (const event of events) {
    if (event.value !== undefined && !isIntact(event.value)) faults.push(`the value of ${event.revision} is torn`);
    if (event.previous !== undefined && !isIntact(event.previous.value)) {
      faults.push(`the previous value of ${event.revision} is torn`);
    }
  }
  return faults.slice(0, 10);
}

function checkAcks(
  acks: readonly Acknowledgement[],
  events: readonly StoreEvent[],
  { oldest, last }: { readonly oldest: Revision; readonly last: Revision },
): string[] {
  const faults: string[] = [];
  const byRevision = new Map(events.map((event) => [event.revision, event]));
  for (const ack of acks) {
    if (ack.revision > last) faults.push(`acknowledged revision ${ack.revision} is lost`);
    if (ack.revision <= oldest || ack.revision > last) continue;
    const event = byRevision.get(ack.revision);
    const print = event?.value === undefined ? "-" : fingerprint(event.value);
    if (event?.key !== ack.key || event.type !== ack.type || print !== ack.fingerprint) {
      faults.push(`acknowledged revision ${ack.revision} is not as it was written`);
    }
  }
  return faults.slice(0, 10);
}

/** The range at the oldest revision, brought forward by the events, must be the range at the newest. */
async function checkEntries(store: Store, events: readonly StoreEvent[], oldest: Revision): Promise<string[]> {
  const faults: string[] = [];
  const start = await readRange(store, { prefix, revision: oldest });
  const state = new Map(start.entries.map((entry) => [entry.key, entry.revision]));
  for (const { key, type, revision, previous } of events) {
    if (state.get(key) !== previous?.revision) faults.push(`event ${revision} has the wrong previous revision`);
    if (type === "delete") state.delete(key);
    else state.set(key, revision);
  }
  const { entries } = await readRange(store, { prefix });
  for (const { key, revision, value } of entries) {
    if (state.get(key) !== revision) faults.push(`${key} is at ${revision}, not at ${state.get(key)}`);
    if (!isIntact(value)) faults.push(`the value of ${key} is torn`);
  }
  if (entries.length !== state.size) faults.push(`${entries.length} keys instead of ${state.size}`);
  return faults.slice(0, 10);
}
