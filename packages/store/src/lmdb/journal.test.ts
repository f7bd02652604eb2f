import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PreparedWrite } from "../commit-queue.ts";
import type { Revision } from "../store.ts";
import { encodeBatch, type Journal, type JournalBatch, journalHalfBytes, openJournal, readJournal } from "./journal.ts";
import { decodeRecordHead } from "./layout.ts";

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
    const [write] = readJournal(directory, 4);
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
    expect(statSync(join(directory, "journal")).size).toBe(2 * journalHalfBytes);
  });

  it("does not read what was written the last time round", async () => {
    // All of the same size, so that what is left stands where the next batch would.
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
      // What another thread does is heard of in a later turn only, however soon it is done.
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
    ["cut off", (bytes: Buffer, end: number) => bytes.fill(0, end - 1, end)],
    ["changed in the middle", (bytes: Buffer, end: number) => bytes.fill(0xff, end - 40, end - 39)],
    ["without its beginning", (bytes: Buffer, end: number) => bytes.fill(0, end - 64, end - 40)],
  ])("stops before a batch that is %s", async (_name, damage) => {
    const [whole, torn] = [batch(1, 2), batch(3, 2)];
    await journal.append(whole);
    await journal.append(torn);
    const path = join(directory, "journal");
    const bytes = readFileSync(path);
    damage(bytes, whole.bytes.length + torn.bytes.length);
    writeFileSync(path, bytes);
    expect(revisions(0)).toEqual([1, 2]);
  });

  it("refuses a journal that does not continue the data, and one without its size", async () => {
    await journal.append(batch(7, 1));
    expect(() => readJournal(directory, 5)).toThrow(/does not continue the data, which ends at revision 5/);
    truncateSync(join(directory, "journal"), 100);
    expect(() => readJournal(directory, 6)).toThrow(/does not have its size/);
  });
});

function revisions(settled: Revision): Revision[] {
  return readJournal(directory, settled).map(({ revision }) => revision);
}

function batch(first: Revision, count: number, size = 10): JournalBatch {
  const writes = Array.from({ length: count }, (_, i): PreparedWrite => {
    const key = `/registry/key-${String(first + i).padStart(6, "0")}`;
    const value = new Uint8Array(size).fill(first);
    return { event: { type: "create", key, value, revision: first + i }, chain: 0, ttlSeconds: undefined };
  });
  return encodeBatch(writes, 0);
}
