import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { drawTerminal, PICTURE, readWalk, wrap } from "./terminal.mjs";

const readme = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8");

describe("the picture of the first walk", () => {
  it("shows the commands of the README; npm run docs:terminal draws it anew", () => {
    expect(readFileSync(PICTURE, "utf8")).toBe(drawTerminal(readWalk(readme)));
  });

  it("has the commands and the output of that section only", () => {
    const page = "```sh\na\n```\n## A first walk\n```sh\nb\n```\n```text\nc\n```\n## Next\n```sh\nd\n```\n";
    expect(readWalk(page)).toEqual([
      { kind: "command", text: "b" },
      { kind: "output", text: "c" },
    ]);
  });

  it("breaks long lines at blanks, and without any where it must", () => {
    expect(wrap("aaa bbb ccc", 7)).toEqual(["aaa bbb", "ccc"]);
    expect(wrap("aaaaaaaaa", 4)).toEqual(["aaaa", "aaaa", "a"]);
  });
});
