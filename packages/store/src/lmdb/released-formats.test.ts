import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readRange } from "../testing/index.ts";
import { formatVersion } from "./layout.ts";
import { openLmdbStore } from "./lmdb-store.ts";

const prefix = "/registry/test/";
let root: string;
let directory: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "kiln-formats-"));
  directory = join(root, "data");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

// Written by the Kiln of each format: ten keys, of which key-3 was replaced and key-4 deleted. The writer of format 3 was
// killed after the last answer. A store of format 2 has a test with more in it in unreadable-values.test.ts.
describe("stores of released formats", () => {
  it("keep one of every format but 2, which has more", () => {
    const kept = readdirSync(new URL("./fixtures", import.meta.url)).map((name) => name.split("-")[1]);
    const formats = Array.from({ length: formatVersion }, (_, index) => String(index + 1));
    expect([...new Set(kept)].sort()).toEqual(formats);
  });

  it.each([1, 3])("open a store of format %d, write to it, and open it again", async (format) => {
    unpack(`format-${format}`);
    const store = await openLmdbStore({ directory });
    expect(store.revision).toBe(12);
    const expected = ["0", "1", "2", "3", "5", "6", "7", "8", "9"].map((name) => [
      `key-${name}`,
      `${name === "3" ? "second value" : "value"} ${name} of format ${format}`,
    ]);
    expect(await valuesOf(store)).toEqual(expected);
    await store.create(`${prefix}new`, new TextEncoder().encode("of today"));
    await store.close();
    const again = await openLmdbStore({ directory });
    expect(await valuesOf(again)).toEqual([...expected, ["new", "of today"]]);
    await again.close();
    expect(readFileSync(join(directory, "FORMAT"), "utf8")).toBe(`kiln store format ${formatVersion}\n`);
  });

  it("refuse a store of a newer format in one sentence, and leave it as it is", async () => {
    unpack("format-3");
    const written = `kiln store format ${formatVersion + 1}\n`;
    writeFileSync(join(directory, "FORMAT"), written);
    await expect(openLmdbStore({ directory })).rejects.toMatchObject({
      code: "newer-format",
      message: expect.stringContaining(
        `this one reads up to ${formatVersion}: use the newer Kiln, or another directory.`,
      ),
    });
    expect(readFileSync(join(directory, "FORMAT"), "utf8")).toBe(written);
  });
});

function unpack(name: string): void {
  mkdirSync(directory, { mode: 0o700 });
  const fixture = new URL(`./fixtures/${name}/`, import.meta.url);
  for (const file of readdirSync(fixture)) {
    writeFileSync(join(directory, file.replace(/\.gz$/, "")), gunzipSync(readFileSync(new URL(file, fixture))));
  }
}

async function valuesOf(store: Awaited<ReturnType<typeof openLmdbStore>>): Promise<string[][]> {
  const { entries } = await readRange(store, { prefix });
  return entries.map(({ key, value }) => [key.slice(prefix.length), Buffer.from(value).toString()]);
}
