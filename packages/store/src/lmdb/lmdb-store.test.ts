import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeClock, describeStore, readEvents, readRange } from "../testing/index.ts";
import { Journal } from "./journal.ts";
import { formatVersion } from "./layout.ts";
import { type LmdbStore, openLmdbStore } from "./lmdb-store.ts";
import { LmdbTables } from "./lmdb-tables.ts";

describeStore("LmdbStore", {
  open: async () => {
    const directory = mkdtempSync(join(tmpdir(), "kiln-store-"));
    const clock = createFakeClock();
    const store = await openLmdbStore({ directory, clock });
    return {
      store,
      elapse: async (seconds) => clock.advance(seconds * 1000),
      async dispose() {
        await store.close();
        rmSync(directory, { recursive: true });
      },
    };
  },
});

const prefix = "/registry/";
const value = new Uint8Array(100).fill(7);
const isRoot = process.getuid?.() === 0;

let parent: string;
let directory: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "kiln-store-"));
  directory = join(parent, "data");
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

describe("LmdbStore", () => {
  it("has everything again when it is opened again", async () => {
    const clock = createFakeClock();
    let store = await openLmdbStore({ directory, clock });
    await fill(store, 20);
    await store.create(`${prefix}short`, value, { ttlSeconds: 10 });
    const gone = store.peek(`${prefix}key-3`)!;
    await store.delete(gone.key, gone);
    const before = await readRange(store, { prefix });
    const events = await readEvents(store, { prefix, after: 0, last: store.revision });
    await store.close();

    store = await openLmdbStore({ directory, clock });
    expect(await readRange(store, { prefix })).toEqual(before);
    expect(await readEvents(store, { prefix, after: 0, last: store.revision })).toEqual(events);
    const again = (await store.get(gone.key, { revision: gone.revision }))!;
    expect({ ...again, value: Uint8Array.from(again.value) }).toEqual(gone);
    const watch = await store.watch({ prefix: `${prefix}short`, after: store.revision });
    clock.advance(11_000);
    for await (const { events } of watch) {
      expect(events.map(({ type }) => type)).toEqual(["delete"]);
      break;
    }
    expect(await store.create(`${prefix}next`, value)).toBe(before.revision + 2);
    await store.close();
  });

  it("keeps its order through many more writes than wait for the index at once", async () => {
    let store = await openLmdbStore({ directory, unsafeNoSync: true });
    await fill(store, 9000);
    await replaceAll(store, 9000);
    const { revision } = store;
    await replaceAll(store, 9000);
    await store.compact(revision);
    await store.close();
    store = await openLmdbStore({ directory });
    const { entries } = await readRange(store, { prefix });
    expect(entries).toHaveLength(9000);
    expect(entries.every((entry) => entry.revision > revision)).toBe(true);
    const then = await readRange(store, { prefix, revision });
    expect(then.entries.filter((entry) => entry.revision <= revision)).toHaveLength(9000);
    expect(await readEvents(store, { prefix, after: revision, last: store.revision })).toHaveLength(9000);
    await store.close();
  });

  it("goes back along a key that was written very often", async () => {
    const store = await openLmdbStore({ directory, unsafeNoSync: true });
    const first = await store.create(`${prefix}hot`, value);
    const writes: Promise<number>[] = [];
    for (let i = 0; i < 5000; i++) writes.push(store.replace(`${prefix}hot`, value, store.peek(`${prefix}hot`)!));
    await Promise.all(writes);
    expect((await store.get(`${prefix}hot`, { revision: first }))?.revision).toBe(first);
    expect((await readRange(store, { prefix, revision: first })).entries.map(({ revision }) => revision)).toEqual([
      first,
    ]);
    await store.close();
  });

  it("forgets history by age and by size, and what it occupied", async () => {
    const clock = createFakeClock();
    const store = await openLmdbStore({ directory, clock, historyMs: 60_000, historyBytes: 20_000 });
    const created = await fill(store, 10);
    await replaceAll(store, 10);
    clock.advance(1000);
    expect(await store.get(`${prefix}key-1`, { revision: created })).toBeDefined();
    clock.advance(61_000);
    await expect(store.get(`${prefix}key-1`, { revision: created })).rejects.toMatchObject({ code: "compacted" });
    const kept = store.revision;
    for (let i = 0; i < 30; i++) await replaceAll(store, 10);
    clock.advance(1);
    await expect(store.get(`${prefix}key-1`, { revision: kept })).rejects.toMatchObject({ code: "compacted" });
    expect((await readRange(store, { prefix })).entries).toHaveLength(10);
    await store.close();
  });

  it("knows how much history there is, whatever was deleted and made again", async () => {
    const store = await openLmdbStore({ directory });
    for (let round = 0; round < 40; round++) {
      const revision = await store.create(`${prefix}again`, value);
      const replaced = await store.replace(`${prefix}again`, value, { revision });
      await store.delete(`${prefix}again`, { revision: replaced });
      if (round === 20) await store.compact(store.revision);
    }
    await store.close();
    const tables = new LmdbTables({ directory, mapSizeBytes: 2 ** 30, isDurable: false, pending: new Map() });
    const { revision = 0, swept = 0, historyBytes } = tables.readState() ?? {};
    let replacedBytes = 0;
    for (let i = swept + 1; i <= revision; i++) {
      const replaced = tables.readRecordHead(tables.readRecordHead(i)?.chain ?? 0);
      replacedBytes += replaced === undefined || replaced.type === "delete" ? 0 : replaced.size;
    }
    await tables.close();
    expect(swept).toBeGreaterThan(20);
    expect(historyBytes).toBe(replacedBytes);
  });

  it("finds a write again that went past the journal while the index was written", async () => {
    const key = `${prefix}large`;
    const first = await openLmdbStore({ directory });
    await first.create(key, value);
    await first.close();
    const store = await openLmdbStore({ directory });
    const replaced = store.replace(key, Buffer.alloc(1.4 * 2 ** 20), { revision: 1 });
    // By then the batch is being written; the drain that compact() starts follows directly behind it.
    await new Promise((resolve) => setImmediate(resolve));
    await store.compact(1);
    expect(await replaced).toBe(2);
    await store.close();
    const again = await openLmdbStore({ directory });
    expect((await again.get(key))?.revision).toBe(2);
    await again.close();
  });

  it("has what it answered again when it is opened after a crash, and after that", async () => {
    const clock = createFakeClock();
    const store = await openLmdbStore({ directory, clock });
    await fill(store, 300);
    await store.create(`${prefix}short`, value, { ttlSeconds: 10 });
    const events = await readEvents(store, { prefix, after: 0, last: store.revision });
    let left = directory;
    for (let crashes = 0; crashes < 2; crashes++) {
      left = crash(left);
      const again = await openLmdbStore({ directory: left, clock });
      expect(await readEvents(again, { prefix, after: 0, last: again.revision })).toEqual(events);
      await again.close();
    }
    clock.advance(11_000);
    await expect.poll(() => store.peek(`${prefix}short`)).toBeUndefined();
    await store.close();
  });

  it("reads what an older format left, and says that it writes another", async () => {
    const store = await openLmdbStore({ directory });
    await fill(store, 5);
    await store.close();
    rmSync(join(directory, "journal"));
    writeFileSync(join(directory, "FORMAT"), "kiln store format 1\n");
    const again = await openLmdbStore({ directory });
    expect((await readRange(again, { prefix })).entries).toHaveLength(5);
    expect(readFileSync(join(directory, "FORMAT"), "utf8")).toBe(`kiln store format ${formatVersion}\n`);
    await again.close();
  });

  it("takes a batch that is larger than the journal, between others", async () => {
    const store = await openLmdbStore({ directory });
    await fill(store, 3);
    await store.create(`${prefix}large`, new Uint8Array(1.4 * 2 ** 20).fill(1));
    await store.create(`${prefix}small`, value);
    const again = await openLmdbStore({ directory: crash(directory) });
    for (const each of [store, again]) {
      expect((await readRange(each, { prefix })).entries.map((entry) => entry.revision)).toEqual([1, 2, 3, 4, 5]);
      await each.close();
    }
  });

  it("compacts what was just written while more is written, and comes to an end", async () => {
    const store = await openLmdbStore({ directory });
    const compacting: Promise<void>[] = [];
    for (let round = 0; round < 100; round++) {
      const keys = Array.from({ length: 32 }, (_, i) => `${prefix}${round}-${i}`);
      await Promise.all(keys.map((key) => store.create(key, value)));
      compacting.push(store.compact(store.revision));
    }
    await Promise.all(compacting);
    await store.close();
  });

  it("opens what was written without meaning it to last, and what was written so afterwards", async () => {
    for (const [round, unsafeNoSync] of [true, false, true, false].entries()) {
      const store = await openLmdbStore({ directory, unsafeNoSync });
      expect(store.revision).toBe(round * 10);
      await Promise.all(Array.from({ length: 10 }, (_, i) => store.create(`${prefix}${round}-${i}`, value)));
      await store.close();
    }
  });

  it("is not healthy, and refuses writes, after the disk failed", async () => {
    const store = await openLmdbStore({ directory });
    await store.checkHealth();
    vi.spyOn(Journal.prototype, "append").mockRejectedValueOnce(new Error("EIO"));
    await expect(store.create(`${prefix}a`, value)).rejects.toMatchObject({ code: "outcome-unknown" });
    await expect(store.create(`${prefix}b`, value)).rejects.toMatchObject({ code: "unavailable" });
    await expect(store.checkHealth()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("A write to the journal could not be finished (Error: EIO)"),
    });
    await store.close();
  });

  it("lives in a directory of any name", async () => {
    const dotted = join(parent, "kiln.data");
    const store = await openLmdbStore({ directory: dotted });
    await store.create("/registry/a", value);
    await store.close();
    expect(readdirSync(dotted).sort()).toEqual(["FORMAT", "data.mdb", "journal", "lock.mdb"]);
    const again = await openLmdbStore({ directory: dotted });
    expect((await again.get("/registry/a"))?.revision).toBe(1);
    await again.close();
  });

  it("lets only the owner read the data", async () => {
    const store = await openLmdbStore({ directory });
    const modes = ["data.mdb", "journal", "FORMAT", "."].map((name) => statSync(join(directory, name)).mode & 0o77);
    expect(modes).toEqual([0, 0, 0, 0]);
    await store.close();
  });
});

describe("openLmdbStore()", () => {
  it("refuses a directory that is in use, and says by whom", async () => {
    const store = await openLmdbStore({ directory });
    await expect(openLmdbStore({ directory })).rejects.toMatchObject({
      code: "locked",
      message: `Process ${process.pid} is using ${directory}: stop it first, or use another directory.`,
    });
    await store.close();
    await (await openLmdbStore({ directory })).close();
  });

  it.each([
    ["died", JSON.stringify({ pid: deadPid(), startedAt: "1", host: hostOf() })],
    ["died and whose number another has got", JSON.stringify({ pid: process.pid, startedAt: "1", host: hostOf() })],
    ["was killed while it locked", '{"pid":'],
  ])("takes over from a process that %s", async (_name, lock) => {
    await (await openLmdbStore({ directory })).close();
    writeFileSync(join(directory, "LOCK"), lock);
    await (await openLmdbStore({ directory })).close();
    expect(readdirSync(directory)).not.toContain("LOCK");
  });

  it.skipIf(!existsSync("/proc/self/stat"))("takes over from a process that died and is still listed", async () => {
    // The shell becomes sleep, which waits for no child: cat, which ends with its input after that, becomes a zombie.
    const parent = spawn("sh", ["-c", "cat <&3 & echo $!; exec sleep 60"], {
      stdio: ["ignore", "pipe", "ignore", "pipe"],
    });
    const pid = Number((await once(parent.stdout as Readable, "data")).toString());
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, "utf8")).toBe("sleep\n");
    (parent.stdio[3] as Writable).end();
    const fields = () => (readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1] ?? "").split(" ");
    await expect.poll(() => fields()[0]).toBe("Z");
    mkdirSync(directory);
    writeFileSync(join(directory, "LOCK"), JSON.stringify({ pid, startedAt: fields()[19], host: hostOf() }));
    await (await openLmdbStore({ directory })).close();
    parent.kill();
  });

  it("believes a process on another host for a while", async () => {
    mkdirSync(directory);
    writeFileSync(join(directory, "LOCK"), JSON.stringify({ pid: 1, startedAt: "1", host: "elsewhere.invalid" }));
    await expect(openLmdbStore({ directory })).rejects.toMatchObject({ code: "locked" });
  });

  it.each([
    [
      "a newer format",
      "newer-format",
      () => writeFileSync(join(directory, "FORMAT"), `kiln store format ${formatVersion + 1}\n`),
    ],
    ["a format that is none", "corrupt", () => writeFileSync(join(directory, "FORMAT"), "")],
    ["data without a format", "corrupt", () => rmSync(join(directory, "FORMAT"))],
    ["a data file that was cut short", "corrupt", () => truncateSync(dataPath(), statSync(dataPath()).size / 2)],
    ["a data file cut down to less than a page", "corrupt", () => truncateSync(dataPath(), 1000)],
    ["other bytes at the beginning", "corrupt", () => overwrite(0, 8192)],
    ["other bytes where a table begins", "corrupt", () => overwrite(8192, statSync(dataPath()).size - 8192)],
  ])("refuses %s and changes nothing", async (_name, code, damage) => {
    const store = await openLmdbStore({ directory });
    await fill(store, 200);
    await store.close();
    damage();
    const before = contents();
    await expect(openLmdbStore({ directory })).rejects.toMatchObject({ code, name: "StoreError" });
    expect(contents()).toEqual(before);
  });

  it.skipIf(isRoot)("refuses a directory without rights (not as root, who has them all)", async () => {
    mkdirSync(directory, { mode: 0o500 });
    await expect(openLmdbStore({ directory })).rejects.toMatchObject({ code: "no-access" });
    chmodSync(directory, 0o700);
  });

  it("says what the system says of a journal that cannot be read", async () => {
    await (await openLmdbStore({ directory })).close();
    rmSync(join(directory, "journal"));
    mkdirSync(join(directory, "journal"));
    await expect(openLmdbStore({ directory })).rejects.toMatchObject({ code: "no-access" });
  });

  it("refuses a path that cannot be a directory", async () => {
    writeFileSync(directory, "");
    const inside = join(directory, "inside");
    await expect(openLmdbStore({ directory: inside })).rejects.toMatchObject({
      code: "no-access",
      message: `The directory ${inside} cannot be used (ENOTDIR): a part of the path is a file.`,
    });
  });
});

/** Copy of the directory as a crash would leave it now. */
function crash(from: string): string {
  cpSync(from, `${from}-left`, { recursive: true, filter: (path) => !path.endsWith("LOCK") });
  return `${from}-left`;
}

function dataPath(): string {
  return join(directory, "data.mdb");
}

function overwrite(from: number, length: number): void {
  const bytes = readFileSync(dataPath());
  writeFileSync(dataPath(), bytes.fill(0x5a, from, from + length));
}

function contents(): unknown {
  return readdirSync(directory).map((name) => [name, readFileSync(join(directory, name)).toString("base64")]);
}

function deadPid(): number {
  return spawnSync("true").pid;
}

function hostOf(): string {
  return spawnSync("hostname", { encoding: "utf8" }).stdout.trim();
}

async function fill(store: LmdbStore, count: number): Promise<number> {
  const revisions = await Promise.all(
    Array.from({ length: count }, (_, i) => store.create(`${prefix}key-${i}`, value)),
  );
  return revisions.at(-1)!;
}

async function replaceAll(store: LmdbStore, count: number): Promise<void> {
  const keys = Array.from({ length: count }, (_, i) => `${prefix}key-${i}`);
  await Promise.all(keys.map((key) => store.replace(key, value, store.peek(key)!)));
}
