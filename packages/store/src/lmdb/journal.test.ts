import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PreparedWrite } from "../commit-queue.ts";
import type { Revision } from "../store.ts";
import { crc32 } from "./crc32.ts";
import { encodeBatch, type Journal, type JournalBatch, openJournal } from "./journal.ts";
import { journalBytes, journalHalfBytes, unnamedJournalBytes } from "./journal-file.ts";
import { decodeRecordHead } from "./layout.ts";
import { type JournalExpected, readJournal } from "./read-journal.ts";

let directory: string;
let journal: Journal;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "kiln-journal-"));
  journal = await openJournal(directory, { newest: 0 });
});
afterEach(() => {
  journal.close();
  rmSync(directory, { recursive: true });
});

describe("Journal", () => {
  it("gives back what was appended and is not in the tables", async () => {
    await journal.append(batch(1, 2));
    await journal.append(batch(3, 1));
    expect(revisions(0)).toEqual([1, 2, 3]);
    expect(revisions(2)).toEqual([3]);
    expect(revisions(3)).toEqual([]);
  });

  it("keeps all there is to know of a write", async () => {
    const previous = { key: "/registry/a", value: new Uint8Array(30), revision: 4 };
    const event = { type: "replace", key: "/registry/a", value: Uint8Array.of(1, 2), revision: 5, previous } as const;
    const { writes, bytes } = encodeBatch([{ event, chain: 4, ttlSeconds: 1.5 }], 1000);
    await journal.append({ writes, bytes });
    const [write] = readJournal(directory, settled(4));
    expect(write).toEqual(writes[0]);
    expect(write).toMatchObject({ revision: 5, expiresAtMs: 2500, replacedBytes: 12 + 11 + 30 + 4 });
    expect(decodeRecordHead(write!.record, write!.record.length)).toMatchObject({
      type: "replace",
      chain: 4,
      key: "/registry/a",
    });
  });

  it("uses its halves in turns, each only when the tables have what is in it", async () => {
    const size = Math.floor(journalHalfBytes * 0.6);
    await journal.append(batch(1, 1, size));
    const second = batch(2, 1, size);
    expect(journal.hasRoom(second, 0)).toBe(true);
    await journal.append(second);
    const third = batch(3, 1, size);
    expect(journal.hasRoom(third, 0)).toBe(false);
    expect(journal.hasRoom(third, 1)).toBe(true);
    await journal.append(third);
    expect(revisions(1)).toEqual([2, 3]);
    expect(statSync(join(directory, "journal")).size).toBe(journalBytes);
  });

  it("does not read what was written the last time round", async () => {
    // Batches of equal size, so that a batch of the previous round begins exactly where the next one would.
    const full = Math.floor(journalHalfBytes / batch(1, 1, 1000).bytes.length);
    for (let revision = 1; revision <= 2 * full + 3; revision++) await journal.append(batch(revision, 1, 1000));
    expect(revisions(full)).toEqual(Array.from({ length: full + 3 }, (_, i) => full + 1 + i));
  });

  it("leaves what the process before wrote alone until the tables have it", async () => {
    await journal.append(batch(1, 3));
    journal.close();
    journal = await openJournal(directory, { newest: 3 });
    expect(journal.hasRoom(batch(4, 1), 2)).toBe(false);
    expect(journal.hasRoom(batch(4, 1), 3)).toBe(true);
  });

  it("waits for a prompt disk in the turn of the write, and for another one elsewhere, trying it again less and less often", async () => {
    journal.close();
    let nowMs = 0;
    let stepMs = 0.1;
    journal = await openJournal(directory, {
      newest: 0,
      nowMs: () => {
        nowMs += stepMs;
        return nowMs;
      },
    });
    let revision = 0;
    const isWrittenInItsTurn = async (size?: number) => {
      let isDone = false;
      revision += 1;
      const appended = journal.append(batch(revision, 1, size)).then(() => {
        isDone = true;
      });
      // Work of another thread is reported in a later turn only, however soon it is done.
      for (let i = 0; i < 10; i++) await undefined;
      const inItsTurn = isDone;
      await appended;
      return inItsTurn;
    };
    const countElsewhere = async () => {
      let count = 0;
      while (!(await isWrittenInItsTurn())) count += 1;
      return count;
    };
    expect(await isWrittenInItsTurn()).toBe(true);
    expect(await isWrittenInItsTurn(100_000)).toBe(false);
    expect(await countElsewhere()).toBe(0);
    stepMs = 5;
    expect(await countElsewhere()).toBe(0);
    expect(await countElsewhere()).toBe(16);
    expect(await countElsewhere()).toBe(32);
    stepMs = 0.1;
    expect(await countElsewhere()).toBe(64);
    expect(await countElsewhere()).toBe(0);
    stepMs = 5;
    expect(await countElsewhere()).toBe(0);
    expect(await countElsewhere()).toBe(16);
    expect(revisions(0)).toHaveLength(revision);
  });

  it("does not take what is larger than a half", () => {
    expect(journal.takes(batch(1, 1, journalHalfBytes))).toBe(false);
  });
});

describe("readJournal()", () => {
  it.each([
    ["cut off", (bytes: Buffer, _start: number, end: number) => bytes.fill(0, end - 20, end)],
    ["changed in the middle", (bytes: Buffer, start: number, end: number) => bytes.fill(0xff, start + 40, end - 39)],
    ["without its beginning", (bytes: Buffer, start: number) => bytes.fill(0, start, start + 64)],
  ])("stops before a batch that is %s", async (_name, damage) => {
    const [whole, torn] = [batch(1, 2), batch(3, 2)];
    await journal.append(whole);
    await journal.append(torn);
    const path = join(directory, "journal");
    const bytes = readFileSync(path);
    damage(bytes, whole.bytes.length, whole.bytes.length + torn.bytes.length);
    writeFileSync(path, bytes);
    expect(revisions(0)).toEqual([1, 2]);
  });

  it("never takes damage before the last batch for a torn end, wherever a bit is changed", async () => {
    const batches = [batch(1, 3), batch(4, 1, 700), batch(5, 20), batch(25, 2), batch(27, 4, 33)];
    for (const each of batches) await journal.append(each);
    const lastStart = batches.slice(0, -1).reduce((sum, { bytes }) => sum + bytes.length, 0);
    const end = lastStart + batches.at(-1)!.bytes.length;
    const whole = readFileSync(join(directory, "journal"));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: end - 1 }), fc.integer({ min: 0, max: 7 }), (at, bit) => {
        change(() => {
          const damaged = Buffer.from(whole);
          damaged[at]! ^= 1 << bit;
          return damaged;
        });
        if (at < lastStart) expect(() => revisions(0)).toThrow(/the writes? .* cannot be read/);
        else expect(revisions(0)).toEqual(Array.from({ length: 26 }, (_, i) => i + 1));
        // The tables have these entries, so the journal need not return them.
        expect(revisions(30)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("misses the last batch too if the tables saw it in the journal", async () => {
    await journal.append(batch(1, 2));
    await journal.append(batch(3, 2));
    const { id: journalId } = journal;
    expect(revisions(1, { journalId, journaled: 4 })).toEqual([2, 3, 4]);
    change((bytes) => bytes.fill(0, batch(1, 2).bytes.length + 30, 1000));
    expect(revisions(1, { journalId, journaled: 2 })).toEqual([2]);
    expect(() => revisions(1, { journalId, journaled: 4 })).toThrow(
      /the writes 3 to 4, which were answered, cannot be read/,
    );
  });

  it.each([
    ["is missing", () => rmSync(join(directory, "journal"))],
    ["was erased", () => change((bytes) => bytes.fill(0))],
    ["was erased", () => change((bytes) => bytes.subarray(0, unnamedJournalBytes).fill(0))],
  ])("says that the journal %s, unless the tables need none", async (what, damage) => {
    await journal.append(batch(1, 2));
    const { id: journalId } = journal;
    damage();
    expect(() => revisions(0, { journalId })).toThrow(what);
    expect(revisions(0)).toEqual([]);
  });

  it("reads batches of format 2, which begin anywhere, and finds damage between them", async () => {
    const parts = [batch(1, 1, 11), batch(2, 1, 12), batch(3, 1, 13)].map(({ bytes }) => unpad(bytes));
    change((bytes) => {
      Buffer.concat(parts).copy(bytes);
      return bytes.subarray(0, unnamedJournalBytes);
    });
    expect(revisions(0)).toEqual([1, 2, 3]);
    change((bytes) => bytes.fill(0xee, parts[0]!.length + 30, parts[0]!.length + 31));
    expect(() => revisions(0)).toThrow(/the write of revision 2/);
  });

  it("refuses a journal that does not continue the data, and one without its size", async () => {
    await journal.append(batch(7, 1));
    expect(() => readJournal(directory, settled(5))).toThrow(/does not continue the data, which ends at revision 5/);
    truncateSync(join(directory, "journal"), 100);
    expect(() => readJournal(directory, settled(6))).toThrow(/does not have its size/);
  });
});

function revisions(revision: Revision, expected: Partial<JournalExpected> = {}): Revision[] {
  return readJournal(directory, { ...settled(revision), ...expected }).map((write) => write.revision);
}

function settled(revision: Revision): JournalExpected {
  return { revision, journaled: 0, journalId: 0 };
}

/** The batch without padding, as in format 2. */
function unpad(batch: Buffer): Buffer {
  const size = 20 + 16 + batch.readUInt32BE(20 + 12);
  const bytes = Buffer.from(batch.subarray(0, size));
  bytes.writeUInt32BE(size, 12);
  bytes.writeUInt32BE(crc32(bytes.subarray(20), crc32(bytes.subarray(0, 16))), 16);
  return bytes;
}

function change(edit: (bytes: Buffer) => Buffer | undefined): void {
  const path = join(directory, "journal");
  const bytes = readFileSync(path);
  writeFileSync(path, edit(bytes) ?? bytes);
}

function batch(first: Revision, count: number, size = 10): JournalBatch {
  const writes = Array.from({ length: count }, (_, i): PreparedWrite => {
    const key = `/registry/key-${String(first + i).padStart(6, "0")}`;
    const value = new Uint8Array(size).fill(first);
    return { event: { type: "create", key, value, revision: first + i }, chain: 0, ttlSeconds: undefined };
  });
  return encodeBatch(writes, 0);
}
