import { readFileSync } from "node:fs";
import { createSystemClock } from "@kiln/api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWorlds, type World } from "../server/open-world.ts";
import { commandNames, kubectlVerbNames } from "./command-names.ts";
import { completeLine } from "./complete-line.ts";
import { printJsonPath } from "./print-json-path.ts";
import { commands, kubectlVerbs, runCommand } from "./run-command.ts";
import { splitWords } from "./split-words.ts";

const example = (name: string) => readFileSync(new URL(`../../../../docs/examples/${name}`, import.meta.url), "utf8");
const FILES = new Map([
  ["backup-crd.yaml", example("backup-crd.yaml")],
  ["backup.yaml", example("backup.yaml")],
  ["broken.yaml", "a: ["],
]);

let world: World;

beforeEach(async () => {
  const random = { uuid: () => crypto.randomUUID(), fraction: () => 0.5 };
  world = await (await openWorlds({ clock: createSystemClock(globalThis), random })).open();
});

afterEach(() => world.close());

async function run(line: string, signal = new AbortController().signal): Promise<{ code: number; text: string }> {
  let text = "";
  const print = (more: string) => {
    text += more;
  };
  const code = await runCommand(line, { world, files: FILES, print, signal });
  return { code, text };
}

/** Commands of the first walk in README.md, each with its output. */
function readWalk(): [command: string, output: string][] {
  const readme = readFileSync(new URL("../../../../README.md", import.meta.url), "utf8");
  const walk = readme.slice(readme.indexOf("## A first walk"));
  const blocks = [...walk.matchAll(/```sh\n([^`]*)```\n\n(?:[^`]*?```text\n([^`]*)```)?/g)];
  return blocks.flatMap(([, script = "", output = ""]) => {
    const lines = script.split("\n").filter((line) => line.startsWith("kubectl"));
    return lines.length < 2
      ? lines.map((line): [string, string] => [line, output])
      : lines.map((line, index): [string, string] => [line, `${output.split("\n")[index]}\n`]);
  });
}

describe("runCommand()", () => {
  it("prints what README.md says for its first walk", async () => {
    const walk = readWalk();
    expect(walk.length).toBeGreaterThanOrEqual(6);
    for (const [command, output] of walk) {
      const { text } = await run(command);
      if (output !== "") {
        expect(text).toBe(output);
      }
    }
    expect((await run("kubectl get crd")).text).toBe("No resources found.\n");
  });

  it("prints tables, YAML, names and marks", async () => {
    await run("kubectl apply -f backup-crd.yaml");
    await run("kubectl apply -f backup.yaml --field-manager=alice");
    expect((await run("kubectl get backups")).text).toMatch(/^NAME {6}AGE\nnightly {3}\d+s\n$/);
    expect((await run("k get backup/nightly -oyaml")).text).toContain("  keep: 7\n");
    expect((await run("kubectl get backups -o name")).text).toBe("backup.example.com/nightly\n");
    expect((await run("kubectl explain backup.spec.volume")).text).toContain("immutable: stays as it was set");
    expect((await run("kubectl apply -f backup.yaml --field-manager=alice")).text).toContain("unchanged");
    expect((await run("kubectl api-resources")).text).toContain("backups");
  });

  it("follows a watch until it is stopped", async () => {
    await run("kubectl apply -f backup-crd.yaml");
    const stop = new AbortController();
    const watching = run("kubectl get backups -w -o name", stop.signal);
    await run("kubectl apply -f backup.yaml");
    await run("kubectl delete backup nightly");
    stop.abort();
    const { text } = await watching;
    expect(text).toBe("backup.example.com/nightly\nbackup.example.com/nightly\n");
  });

  it("sends any request by curl", async () => {
    const { text } = await run("curl -i https://localhost:6443/version");
    expect(text).toMatch(/^HTTP\/2 200\n[\s\S]*"major": ?"1"/);
    expect(
      (
        await run(
          "curl -X POST -d @backup-crd.yaml -H 'Content-Type: application/yaml' /apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        )
      ).text,
    ).toContain("backups.example.com");
  });

  it.each([
    ["kubectl", "kubectl : not here"],
    ["kubectl get nothing", `the server doesn't have a resource type "nothing"`],
    ["kubectl get cm absent", 'Error from server (NotFound): configmaps "absent" not found'],
    ["kubectl apply -f absent.yaml", 'the path "absent.yaml" does not exist. Files here: backup-crd.yaml'],
    ["kubectl apply -f broken.yaml", "error parsing broken.yaml"],
    ["kubectl get cm --absent", "unknown flag: --absent"],
    ["kubectl get cm -o", "flag needs a value: -o"],
    ["echo 'a", "a single quote is not closed"],
    ["constructor", "constructor: command not found"],
  ])("refuses %s", async (line, message) => {
    const { code, text } = await run(line);
    expect(code).toBe(1);
    expect(text).toContain(message);
  });
});

describe("completeLine()", () => {
  it("knows the names of all commands; clear is the page's own", () => {
    expect(commandNames).toEqual([...Object.keys(commands), "clear"]);
    expect(kubectlVerbNames).toEqual(Object.keys(kubectlVerbs));
  });

  it.each([
    ["kub", "kubectl "],
    ["kubectl ex", "kubectl explain "],
    ["kubectl apply -f back", "kubectl apply -f backup"],
    ["cat backup.", "cat backup.yaml "],
    ["nothing", "nothing"],
  ])("completes %j to %j", (line, completed) => {
    expect(completeLine(line, ["backup-crd.yaml", "backup.yaml"])).toBe(completed);
  });
});

describe("splitWords()", () => {
  it.each([
    [`a  'b c' "d \\"e" f\\ g`, ["a", "b c", 'd "e', "f g"]],
    [`-p '{"a":"b"}'`, ["-p", '{"a":"b"}']],
    [`a''b`, ["ab"]],
    ["", []],
  ])("splits %s", (line, words) => {
    expect(splitWords(line)).toEqual(words);
  });
});

describe("printJsonPath()", () => {
  it.each([
    ["{.a.b}{'\\n'}", "1\n"],
    ["x={.l[1]} {.l[*]}", "x=2 1 2"],
    ["{.a}", '{"b":1}'],
  ])("prints %s", (template, text) => {
    expect(printJsonPath(template, { a: { b: 1 }, l: [1, 2] })).toBe(text);
  });
});
