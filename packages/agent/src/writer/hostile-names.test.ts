import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createSystemClock } from "@kiln/api";
import { afterAll, describe, expect, it } from "vitest";
import { readTree, temporaryFolder, textPayload } from "../testing/index.ts";
import { openVolume } from "./volume.ts";

const folder = temporaryFolder("names");
afterAll(() => folder.remove());
const volume = openVolume({
  directory: folder.path,
  clock: createSystemClock(globalThis),
  fraction: Math.random,
  graceMs: 0,
});

describe("names that cannot be", () => {
  it.each([
    "",
    ".",
    "./",
    "/etc/passwd",
    "..",
    "../escape",
    "a/../../escape",
    "a/..",
    "..data",
    "..data/a",
    "..data_tmp",
    "..2026_01_02_15_04_05.1",
    "...",
    "./..data/a",
    ".//..data",
    "zero\0byte",
    "half \ud800 a pair",
    "x".repeat(256),
    "é".repeat(128),
    `a/${"x".repeat(256)}`,
    "a/".repeat(2100),
    `${"a/".repeat(64)}a`,
  ])("are refused before anything is touched: %j", async (path) => {
    await volume.publish(textPayload({ before: "1" }));
    const before = readTree(folder.path);
    await expect(volume.publish(textPayload({ before: "2", [path]: "x" }))).rejects.toMatchObject({
      code: "invalid-path",
    });
    expect(readTree(folder.path)).toEqual(before);
  });

  it.each<[string, Record<string, string>]>([
    ["a file and its own directory", { a: "1", "a/b": "2" }],
    ["a directory and a file of its name", { "a/b": "2", a: "1" }],
    ["the same, one level down", { "d/a": "1", "d/a/b": "2" }],
    ["two spellings of one path", { "a/b": "1", "a//b": "2" }],
    ["two other spellings", { "a/./b": "1", "a/b": "2" }],
  ])("are refused together: %s", async (_, files) => {
    await volume.publish(textPayload({ before: "1" }));
    const before = readTree(folder.path);
    await expect(volume.publish(textPayload(files))).rejects.toMatchObject({ code: "path-conflict" });
    expect(readTree(folder.path)).toEqual(before);
  });

  it.each([-1, 0o1000, 0o4755, 1.5, Number.NaN])("a mode of %s is refused", async (mode) => {
    const payload = new Map([["a", { bytes: new Uint8Array(), mode }]]);
    await expect(volume.publish(payload)).rejects.toMatchObject({ code: "invalid-path" });
  });
});

describe("odd names that can be", () => {
  it("are files like any other", async () => {
    const names = [
      "-rf",
      "two\nlines",
      "*",
      "$(id)",
      "`id`",
      "a b",
      "ünïcödé 🦆",
      "__proto__",
      "constructor",
      ".hidden",
      "x".repeat(255),
      "dir/..inside",
      "C:\\windows",
      "%2e%2e",
      `${"d/".repeat(63)}deep`,
    ];
    const payload = new Map(names.map((name) => [name, { bytes: new TextEncoder().encode(name), mode: 0o644 }]));
    expect(await volume.publish(payload)).toBe("written");
    expect(await volume.publish(payload)).toBe("unchanged");
    for (const name of names) {
      expect(readFileSync(join(folder.path, name), "utf8")).toBe(name);
    }
    await volume.publish(new Map());
    expect(readdirSync(folder.path).filter((name) => !name.startsWith(".."))).toEqual([]);
  });
});
