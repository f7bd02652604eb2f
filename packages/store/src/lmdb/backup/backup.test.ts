import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { damageFile, readRange } from "../../testing/index.ts";
import { isIntact } from "../../testing/stamped-value.ts";
import { type LmdbStore, openLmdbStore } from "../lmdb-store.ts";
import { restoreBackup, restoredRevisionGap } from "./restore-backup.ts";
import { verifyStore } from "./verify-store.ts";
import { writeBackup } from "./write-backup.ts";

const prefix = "/registry/";

let parent: string;
let directory: string;
let file: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "kiln-backup-"));
  directory = join(parent, "data");
  file = join(parent, "backup");
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

describe("writeBackup() and restoreBackup()", () => {
  it("bring every value back with its revision, and go on behind what clients have seen", async () => {
    const store = await fill();
    const before = await readRange(store, { prefix });
    // The store stays open: some of it is in the journal only.
    const report = await writeBackup({ directory, file });
    expect(report).toEqual({ revision: store.revision, values: before.entries.length, skipped: [] });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await store.close();
    const restored = await restoreBackup({ directory, file, now });
    expect(restored.replaced).toBe(`${directory}.replaced-20260102T030405Z`);
    expect(readdirSync(parent).sort()).toEqual(["backup", "data", "data.replaced-20260102T030405Z"]);
    const again = await openLmdbStore({ directory });
    expect(again.revision).toBe(before.revision + restoredRevisionGap);
    const after = await readRange(again, { prefix });
    expect(after.entries.map(tell)).toEqual(before.entries.map(tell));
    await expect(again.get(`${prefix}a`, { revision: before.revision })).rejects.toMatchObject({ code: "compacted" });
    const entry = again.peek(`${prefix}key-1`)!;
    expect(await again.replace(entry.key, Buffer.from("later"), entry)).toBe(again.revision);
    await again.compact(again.revision);
    expect(await again.count({ prefix })).toBe(before.entries.length);
    await again.close();
  });

  it("bring back when keys are to expire", async () => {
    const store = await openLmdbStore({ directory });
    await store.create(`${prefix}short`, Buffer.from("1"), { ttlSeconds: 1 });
    await writeBackup({ directory, file });
    await store.close();
    await restoreBackup({ directory, file, now });
    const again = await openLmdbStore({ directory });
    await expect.poll(() => again.peek(`${prefix}short`), { timeout: 10_000 }).toBeUndefined();
    await again.close();
  });

  it("refuse a file that is there, a directory without a store, and a damaged store", async () => {
    await expect(writeBackup({ directory, file })).rejects.toThrow("There is no store in");
    await (await fill()).close();
    writeFileSync(file, "");
    await expect(writeBackup({ directory, file })).rejects.toThrow("exists already");
    rmSync(file);
    damageFile(join(directory, "data.mdb"), "value 7", 3);
    await expect(writeBackup({ directory, file })).rejects.toThrow(/was not backed up: The value of .*key-7/);
    expect(existsSync(file)).toBe(false);
    expect(existsSync(`${file}.part`)).toBe(false);
    const report = await writeBackup({ directory, file, skipsDamaged: true });
    expect(report.skipped).toEqual([expect.stringContaining("key-7")]);
    await restoreBackup({ directory, file, now });
    const again = await openLmdbStore({ directory });
    expect(await again.count({ prefix })).toBe(report.values);
    await again.close();
  });

  it("restore nothing from a backup of which a bit changed or an end is missing", async () => {
    await (await fill()).close();
    await writeBackup({ directory, file });
    const whole = readFileSync(file);
    const damaged = join(parent, "damaged");
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), fc.boolean(), async (at, bit, isCut) => {
        const bytes = isCut ? whole.subarray(0, at) : Buffer.from(whole);
        if (!isCut) bytes[at]! ^= 1 << bit;
        writeFileSync(damaged, bytes);
        await expect(restoreBackup({ directory, file: damaged, now })).rejects.toMatchObject({ name: "StoreError" });
        expect(readdirSync(parent).sort()).toEqual(["backup", "damaged", "data"]);
      }),
      { numRuns: 60 },
    );
  });

  it("work while another process writes, and see one moment", { timeout: 60_000 }, async () => {
    const writer = await startWriter();
    try {
      for (let round = 0; round < 5; round++) {
        const backup = `${file}-${round}`;
        const { values, revision } = await writeBackup({ directory, file: backup });
        const verified = await verifyStore({ directory });
        expect(verified.damage).toEqual([]);
        expect(verified.revision).toBeGreaterThanOrEqual(revision);
        const restored = join(parent, `restored-${round}`);
        await restoreBackup({ directory: restored, file: backup, now });
        const store = await openLmdbStore({ directory: restored });
        const { entries } = await readRange(store, { prefix });
        expect(entries).toHaveLength(values);
        expect(entries.filter(({ value }) => !isIntact(value))).toEqual([]);
        expect(entries.every((entry) => entry.revision <= revision)).toBe(true);
        await store.close();
      }
    } finally {
      writer.kill("SIGKILL");
      await once(writer, "close");
    }
  });
});

describe("verifyStore()", () => {
  it("finds nothing wrong with a whole store, in use or not, and changes nothing", async () => {
    const store = await fill();
    expect(await verifyStore({ directory })).toMatchObject({ revision: store.revision, unchecked: 0, damage: [] });
    await store.close();
    const before = contents(directory);
    const report = await verifyStore({ directory });
    expect(report).toMatchObject({ values: 50, records: 71, damage: [] });
    expect(contents(directory)).toEqual(before);
  });

  it("finds each changed bit in data.mdb that matters", { timeout: 60_000 }, async () => {
    await (await fill()).close();
    const path = join(directory, "data.mdb");
    const whole = readFileSync(path);
    const value = "value 7";
    await fc.assert(
      fc.asyncProperty(fc.nat(value.length - 1), fc.nat(7), async (at, bit) => {
        const bytes = Buffer.from(whole);
        // Free pages still contain earlier copies of the value.
        for (let found = whole.indexOf(value); found >= 0; found = whole.indexOf(value, found + 1)) {
          bytes[found + at]! ^= 1 << bit;
        }
        writeFileSync(path, bytes);
        const { damage } = await verifyStore({ directory });
        expect(damage).toEqual([expect.stringContaining("key-7 at revision")]);
      }),
      { numRuns: 20 },
    );
  });

  it("finds a key that the index lost, and the backup of the rest has it", async () => {
    await (await fill()).close();
    changeIndexKey("key-7");
    const { damage } = await verifyStore({ directory });
    expect(damage).toContain(`The index does not lead to the value of ${prefix}key-7 at revision 8.`);
    await expect(writeBackup({ directory, file })).rejects.toThrow("was not backed up");
  });

  it("finds every bit on a branch page that hides keys or values from lookups", async () => {
    const names = Array.from({ length: 400 }, (_, i) => `${prefix}configmaps/default/a-key-of-some-length-${i}`);
    const store = await openLmdbStore({ directory });
    await Promise.all(names.map((name) => store.create(name, Buffer.from("v".repeat(100)))));
    await store.compact(1);
    await store.close();
    const bits = branchKeyBits(readFileSync(join(directory, "data.mdb")));
    let hiding = 0;
    for (const [i, { at, bit }] of bits.entries()) {
      const copy = join(parent, `copy-${i}`);
      cpSync(directory, copy, { recursive: true });
      const bytes = readFileSync(join(copy, "data.mdb"));
      bytes[at]! ^= bit;
      writeFileSync(join(copy, "data.mdb"), bytes);
      const { damage } = await verifyStore({ directory: copy });
      const hidden = await countHidden(copy, names);
      hiding += hidden > 0 ? 1 : 0;
      expect(damage.length > 0 || hidden === 0, `bit ${bit} at ${at} hides ${hidden} keys`).toBe(true);
      rmSync(copy, { recursive: true });
    }
    expect(hiding).toBeGreaterThan(0);
  });

  it("saves what is not on a damaged page", async () => {
    await (await fill()).close();
    for (const page of pagesWith(`${prefix}key-40value 40`)) overwrite("data.mdb", page, 8192);
    const { values, skipped } = await writeBackup({ directory, file, skipsDamaged: true });
    expect(skipped[0]).toContain("is damaged at page");
    expect(values).toBeLessThan(50);
    await restoreBackup({ directory, file, now });
    expect(await verifyStore({ directory })).toMatchObject({ values, damage: [] });
  });

  it.each([
    // All pages but LMDB's two meta pages: which of those is in use depends on how writes were grouped.
    ["pages are damaged", () => overwrite("data.mdb", 2 * 8192, (pagesOf(1) - 2) * 8192)],
    ["the data file was cut short", () => overwrite("data.mdb", 0, -pagesOf(1 / 2) * 8192)],
    ["the journal is gone", () => rmSync(join(directory, "journal"))],
  ])("says that %s", async (_name, damage) => {
    const store = await fill();
    const left = join(parent, "left");
    cpSync(directory, left, { recursive: true, filter: (path) => !path.endsWith("LOCK") });
    await store.close();
    directory = left;
    damage();
    const report = await verifyStore({ directory });
    expect(report.damage.length).toBeGreaterThan(0);
    await expect(openLmdbStore({ directory })).rejects.toMatchObject({
      code: "corrupt",
      message: expect.stringMatching(/"kiln store verify".*"kiln store restore FILE"/),
    });
  });
});

function now(): Date {
  return new Date("2026-01-02T03:04:05.678Z");
}

/** 50 keys, of which ten were replaced, and one that was deleted; the last in the journal alone. */
async function fill(): Promise<LmdbStore> {
  const store = await openLmdbStore({ directory });
  for (let i = 0; i < 50; i++) await store.create(`${prefix}key-${i}`, Buffer.from(`value ${i}`));
  await store.compact(10);
  const gone = await store.create(`${prefix}gone`, Buffer.from("gone"));
  await store.delete(`${prefix}gone`, { revision: gone });
  for (let i = 10; i < 20; i++) {
    const entry = store.peek(`${prefix}key-${i}`)!;
    await store.replace(entry.key, Buffer.from(`newer value ${i}`), entry);
  }
  for (let i = 30; i < 39; i++) {
    const entry = store.peek(`${prefix}key-${i}`)!;
    await store.replace(entry.key, Buffer.from(`newest value ${i}`), entry);
  }
  return store;
}

function tell({ key, revision, value }: { key: string; revision: number; value: Uint8Array }): string {
  return `${key} ${revision} ${Buffer.from(value).toString()}`;
}

function contents(folder: string): unknown {
  const names = readdirSync(folder).filter((name) => name !== "lock.mdb");
  return names.map((name) => [name, readFileSync(join(folder, name)).toString("base64")]);
}

/** A bit of the last byte of each key on LMDB's branch pages. */
function branchKeyBits(bytes: Buffer): { readonly at: number; readonly bit: number }[] {
  const pageBytes = 8192;
  const header = 24;
  const found: { readonly at: number; readonly bit: number }[] = [];
  for (let page = 2 * pageBytes; page < bytes.length; page += pageBytes) {
    const isBranch = bytes.readUInt16LE(page + 18) === 1;
    const nodes = isBranch ? bytes.readUInt16LE(page + 20) >> 1 : 0;
    for (let i = 1; i < nodes; i++) {
      const node = page + header + bytes.readUInt16LE(page + header + i * 2);
      const at = node + 8 + bytes.readUInt16LE(node + 6) - 1;
      found.push({ at, bit: 4 });
    }
  }
  return found;
}

/** Number of keys that a read of the store does not find. */
async function countHidden(folder: string, names: readonly string[]): Promise<number> {
  let store: LmdbStore;
  try {
    store = await openLmdbStore({ directory: folder });
  } catch {
    return names.length;
  }
  try {
    let hidden = 0;
    for (const name of names) {
      const entry = await store.get(name).catch(() => undefined);
      hidden += entry === undefined ? 1 : 0;
    }
    return hidden;
  } finally {
    await store.close();
  }
}

/** A negative length truncates the file. */
function overwrite(name: string, from: number, length: number): void {
  const path = join(directory, name);
  const bytes = readFileSync(path);
  writeFileSync(path, length < 0 ? bytes.subarray(0, length) : bytes.fill(0x5a, from, from + length));
}

/** Number of pages in this part of the data file. */
function pagesOf(part: number): number {
  return Math.floor((statSync(join(directory, "data.mdb")).size * part) / 8192);
}

/** Damages every index row of the key. In a record of the key, unlike in an index row, the next byte is not zero. */
function changeIndexKey(name: string): void {
  const path = join(directory, "data.mdb");
  const bytes = readFileSync(path);
  const key = `${prefix}${name}`;
  for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, at + 1)) {
    if (bytes[at + key.length] === 0) bytes[at + key.length - 1]! ^= 0x40;
  }
  writeFileSync(path, bytes);
}

/** Offsets of pages with the text: the page in use, and maybe earlier copies of it that are free. */
function pagesWith(text: string): number[] {
  const bytes = readFileSync(join(directory, "data.mdb"));
  const pages: number[] = [];
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
    pages.push(Math.floor(at / 8192) * 8192);
  }
  return pages;
}

async function startWriter() {
  const script = join(parent, "writer.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("../../crash/writer-process.ts", import.meta.url))],
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  // The script is in this package so that Node resolves its imports.
  const place = fileURLToPath(new URL("../../../dist/backup-test-writer.mjs", import.meta.url));
  cpSync(script, place);
  const writer = spawn(process.execPath, [place, JSON.stringify({ directory, seed: 5, isCompacting: true })], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(writer.stdout, "data");
  writer.stdout.resume();
  return writer;
}
