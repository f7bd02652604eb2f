import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readTokens } from "./read-tokens.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true });
  }
});

function read(text: string) {
  const folder = mkdtempSync(join(tmpdir(), "kiln-tokens-"));
  folders.push(folder);
  const file = join(folder, "tokens.csv");
  writeFileSync(file, text);
  return readTokens(file);
}

describe("readTokens()", () => {
  it("reads a user a line, with groups if there are any", () => {
    const tokens = read('abc,jane,1\n\n# comment\ndef,"joe, the second",2,"one, two"\nghi,jim,,three\n');
    expect([...tokens]).toEqual([
      ["abc", { name: "jane", uid: "1", groups: [] }],
      ["def", { name: "joe, the second", uid: "2", groups: ["one", "two"] }],
      ["ghi", { name: "jim", uid: "", groups: ["three"] }],
    ]);
  });

  it.each(["abc", "abc,jane", ",jane,1", "abc,,1"])("says which line is wrong: %s", (line) => {
    expect(() => read(`ok,jane,1\n${line}\n`)).toThrow(/^line 2 of .* is not token,user,uid or/);
  });
});
