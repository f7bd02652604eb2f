import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StoreError } from "../store-error.ts";
import { damageFile, readEvents, readRange } from "../testing/index.ts";
import { formatVersion } from "./layout.ts";
import { openLmdbStore } from "./lmdb-store.ts";

const prefix = "/registry/core/things/default/";

let parent: string;
let directory: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "kiln-unreadable-"));
  directory = join(parent, "data");
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

describe("a store with a damaged value", () => {
  it("reads around it, names it, and lets it be deleted", async () => {
    await fillAndDamage("value of b", 3);
    const reported: StoreError[] = [];
    const store = await openLmdbStore({ directory, onUnreadable: (error) => reported.push(error) });
    expect(await keysOf(store)).toEqual(["a", "c"]);
    await expect(store.get(`${prefix}b`)).rejects.toMatchObject({ code: "unreadable", key: `${prefix}b`, revision: 2 });
    expect(() => store.peek(`${prefix}b`)).toThrow(
      `The value of ${prefix}b at revision 2 cannot be read: its checksum does not match`,
    );
    expect(await store.getAll([`${prefix}a`, `${prefix}b`])).toHaveLength(1);
    await expect(store.create(`${prefix}b`, text("again"))).rejects.toMatchObject({ code: "key-exists" });
    expect(reported.map(({ key, revision }) => [key, revision])).toEqual([[`${prefix}b`, 2]]);
    const watch = await store.watch({ prefix, after: 3 });
    await store.delete(`${prefix}b`, { revision: 2 });
    for await (const { events } of watch) {
      expect(events).toEqual([{ type: "delete", key: `${prefix}b`, revision: 4 }]);
      break;
    }
    await store.create(`${prefix}b`, text("again"));
    expect(await keysOf(store)).toEqual(["a", "b", "c"]);
    await store.close();
  });

  it("says of the past that the damaged value was not there", async () => {
    await fillAndDamage("value of b", 3);
    const store = await openLmdbStore({ directory });
    const events = await readEvents(store, { prefix, after: 0, last: 3 });
    expect(events.map(({ type, key }) => [type, key.slice(prefix.length)])).toEqual([
      ["create", "a"],
      ["delete", "b"],
      ["create", "c"],
    ]);
    await store.close();
  });

  it.each([
    ["its key", `${prefix}b`, prefix.length],
    ["its head", `${prefix}b`, -11],
  ])("starts when %s is damaged, and does not show an older value", async (_name, needle, offset) => {
    const store = await openLmdbStore({ directory });
    const first = await store.create(`${prefix}b`, text("older"));
    await store.create(`${prefix}a`, text("value of a"));
    await store.replace(`${prefix}b`, text("value of b"), { revision: first });
    await store.close();
    // Right after the write only the log contains the key: index rows are written later.
    damageLast(needle, offset);
    const reported: StoreError[] = [];
    const again = await openLmdbStore({ directory, onUnreadable: (error) => reported.push(error) });
    expect(await keysOf(again)).toContain("a");
    expect(reported.map(({ revision }) => revision)).toContain(3);
    await again.create(`${prefix}new`, text("written"));
    await again.close();
  });

  it("reads the rest of a large file of which a page is damaged", async () => {
    const store = await openLmdbStore({ directory, unsafeNoSync: true });
    for (let i = 0; i < 20; i++) await store.create(`${prefix}${i}`, Buffer.alloc(1.2 * 2 ** 20, `large ${i} `));
    // Compaction writes the rows of the index.
    await store.compact(store.revision);
    await store.close();
    const path = join(directory, "data.mdb");
    const bytes = readFileSync(path);
    const page = Math.floor(bytes.indexOf(`${prefix}7large 7`) / 8192) * 8192;
    writeFileSync(path, bytes.fill(0, page, page + 8192));
    const again = await openLmdbStore({ directory });
    expect(await keysOf(again)).toHaveLength(19);
    await expect(again.get(`${prefix}7`)).rejects.toMatchObject({ code: "unreadable" });
    await again.create(`${prefix}new`, text("written"));
    expect(await keysOf(again)).toHaveLength(20);
    await again.delete(`${prefix}7`, { revision: 8 });
    await again.close();
  });

  it("goes on compacting and writing", async () => {
    await fillAndDamage("value of b", 3);
    const store = await openLmdbStore({ directory });
    await store.replace(`${prefix}a`, text("newer"), { revision: 1 });
    await store.compact(store.revision);
    await store.replace(`${prefix}c`, text("newer"), { revision: 3 });
    await store.close();
    const again = await openLmdbStore({ directory });
    expect(await keysOf(again)).toEqual(["a", "c"]);
    await again.close();
  });
});

describe("a store of format 2", () => {
  it("is read whole, and written in the format of today", async () => {
    unpack("format-2");
    const store = await openLmdbStore({ directory });
    expect(store.revision).toBe(72);
    const { entries } = await readRange(store, { prefix });
    const values = new Map(entries.map(({ key, value }) => [key.slice(prefix.length), Buffer.from(value).toString()]));
    expect(values.size).toBe(32);
    expect(values.get("key-05")).toBe("second value 5 of format 2");
    expect(values.get("key-15")).toBe("journaled value 15 of format 2");
    expect(values.get("key-25")).toBe("value 25 of format 2");
    expect(values.get("journaled")).toBe("only in the journal");
    expect(values.get("expiring")).toBe("gone after a thousand years");
    expect(await readEvents(store, { prefix, after: 0, last: 72 })).toHaveLength(72);
    await store.create(`${prefix}new`, text("of today"));
    await store.close();
    const again = await openLmdbStore({ directory });
    expect((await readRange(again, { prefix })).entries).toHaveLength(33);
    expect(readFileSync(join(directory, "FORMAT"), "utf8")).toBe(`kiln store format ${formatVersion}\n`);
    await again.close();
  });

  it("is read with a value above 16 MiB in it, which can be deleted", async () => {
    unpack("format-2-large");
    const store = await openLmdbStore({ directory });
    expect(await keysOf(store)).toEqual(["before", "large", "later"]);
    const large = (await store.get(`${prefix}large`))!;
    expect(large.value).toHaveLength(17 * 1024 * 1024);
    expect(Buffer.from(large.value.subarray(0, 25)).toString()).toBe("large value of format 2, ");
    await store.delete(`${prefix}large`, large);
    expect(await keysOf(store)).toEqual(["before", "later"]);
    await store.close();
  });

  it("asks the owner whether a value without a checksum can be decoded", async () => {
    unpack("format-2");
    damageFile(join(directory, "data.mdb"), "value 25 of", 0);
    const store = await openLmdbStore({
      directory,
      isReadable: (value) => !Buffer.from(value).toString().startsWith("falue 25"),
    });
    expect(await keysOf(store)).toContain("key-24");
    expect(await keysOf(store)).not.toContain("key-25");
    await store.close();
  });
});

async function fillAndDamage(needle: string, offset: number): Promise<void> {
  const store = await openLmdbStore({ directory });
  for (const name of ["a", "b", "c"]) await store.create(`${prefix}${name}`, text(`value of ${name}`));
  await store.close();
  expect(damageFile(join(directory, "data.mdb"), needle, offset)).toBeGreaterThan(0);
}

function damageLast(needle: string, offset: number): void {
  const path = join(directory, "data.mdb");
  const bytes = readFileSync(path);
  bytes[bytes.lastIndexOf(`${needle}value of b`) + offset]! ^= 1;
  writeFileSync(path, bytes);
}

async function keysOf(store: Awaited<ReturnType<typeof openLmdbStore>>): Promise<string[]> {
  return (await readRange(store, { prefix })).entries.map(({ key }) => key.slice(prefix.length));
}

function unpack(name: string): void {
  mkdirSync(directory, { mode: 0o700 });
  const fixture = new URL(`./fixtures/${name}/`, import.meta.url);
  for (const file of readdirSync(fixture)) {
    writeFileSync(join(directory, file.replace(/\.gz$/, "")), gunzipSync(readFileSync(new URL(file, fixture))));
  }
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}
