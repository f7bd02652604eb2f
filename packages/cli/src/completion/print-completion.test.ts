import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { commands } from "../commands/index.ts";
import { flagsOf, printCompletion, shells } from "./print-completion.ts";

describe("printCompletion()", () => {
  it.each(shells)("names every command for %s", (shell) => {
    const script = printCompletion(shell, commands);
    expect(commands.filter(({ name }) => !script.includes(name))).toEqual([]);
  });

  it("prints what bash can run", () => {
    const script = `${printCompletion("bash", commands)}\nCOMP_WORDS=(kiln lint --o) COMP_CWORD=2\n_kiln\necho "$COMPREPLY"\n`;
    const { stdout, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
    expect([stdout, stderr]).toEqual(["--output\n", ""]);
  });

  it("finds the flags in the help", () => {
    const help = "x\n\nFlags:\n  --one A, --two B  see --three\n                  --four\n  --five\n";
    expect(flagsOf(help)).toEqual(["--one", "--two", "--five", "--help"]);
  });
});

describe("the help of every command", () => {
  it.each(commands.map((command) => [command.name, command.help] as const))("of %s has an example", (name, help) => {
    expect(help).toMatch(new RegExp(`^kiln ${name}: .+\\n\\n(?:  .*\\n)*  .*kiln ${name}`));
    expect(help.split("\n").filter((line) => line.length > 120)).toEqual([]);
  });
});
