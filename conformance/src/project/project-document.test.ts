import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { SETTINGS, type Setting } from "@kiln/agent/project-settings";
import { type JsonObject, printYaml } from "@kiln/api";
import { parseYamlDocuments } from "@kiln/api/yaml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestCluster } from "../agent/testing/start-node.ts";
import { findProgram, mustHavePrograms } from "../serve/find-program.ts";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";
import { temporaryFolder } from "./testing/start-test-projector.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const page = readFileSync(join(root, "docs/projector.md"), "utf8");
const kubectl = findProgram("kubectl");

interface Command {
  readonly line: string;
  readonly answer: string;
}

/** Commands of the page with their expected output. The text after `<<END` belongs to the command. */
function readCommands(markdown: string): Command[] {
  return [...markdown.matchAll(/^```console\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const end = text.includes("<<END\n") ? text.indexOf("\nEND\n") + 4 : text.indexOf("\n");
        return { line: text.slice(0, end), answer: text.slice(end + 1).trimEnd() };
      }),
  );
}

describe.skipIf(kubectl === undefined && !mustHavePrograms())("docs/projector.md (needs kubectl)", () => {
  const commands = readCommands(page);
  const folder = temporaryFolder();
  let server: ServeProcess;
  beforeAll(async () => {
    server = await startServeProcess(["--store", "memory"]);
  });
  afterAll(async () => {
    await server.close();
    folder.remove();
  });

  const run = async (line: string): Promise<string> => {
    const kiln = `kiln() { ${process.execPath} ${join(root, "packages/cli/bin/kiln.mjs")} "$@"; }\n`;
    const path = `${dirname(kubectl as string)}${delimiter}${process.env.PATH ?? ""}`;
    const env = { ...process.env, PATH: path, KUBECONFIG: server.kubeconfig };
    const { stdout } = await promisify(execFile)("bash", ["-c", kiln + line], { env, cwd: folder.path });
    return stdout.trimEnd();
  };

  it("has commands to type", () => {
    expect(commands.length).toBeGreaterThan(8);
  });

  it("says what comes of them", async () => {
    for (const { line, answer } of commands) {
      expect([line, await run(line)]).toEqual([line, answer]);
    }
  }, 60_000);
});

describe("the settings in docs/projector.md", () => {
  it("are those of the command", () => {
    const inTable = (text: string) => text.replaceAll("|", "\\|");
    const row = ({ env, flag, takes, about }: Setting) =>
      `| \`${env}\` | \`--${flag}${takes === undefined ? "" : ` ${inTable(takes)}`}\` | ${inTable(about)} |`;
    const rows = page.split("\n").filter((line) => /^\| `[A-Z0-9_]+` \| `--/.test(line));
    expect(rows).toEqual(SETTINGS.map(row));
  });
});

describe("deploy/project", () => {
  const read = (name: string) =>
    parseYamlDocuments(readFileSync(join(root, "deploy/project", name), "utf8")).map(
      ({ value }) => value as JsonObject,
    );

  it("is taken by the server as it is", async () => {
    const cluster = await startTestCluster();
    const places: Record<string, string> = {
      ServiceAccount: "/api/v1/namespaces/default/serviceaccounts",
      Pod: "/api/v1/namespaces/default/pods",
      Role: "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
      RoleBinding: "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings",
    };
    for (const object of [...read("rbac.yaml"), ...read("pod.yaml")]) {
      const target = `${places[String(object.kind)]}?fieldValidation=Strict`;
      const { status, text } = await cluster.server.send("POST", target, { body: JSON.stringify(object) });
      expect([object.kind, status, status === 201 ? "" : text]).toEqual([object.kind, 201, ""]);
    }
  });

  it("has the rights that the command prints", async () => {
    const args = ["project", "rbac", "--label", "app", "--folder", "/pages", "--account=web"];
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, "packages/cli/bin/kiln.mjs"), ...args]);
    expect(stdout).toBe(
      read("rbac.yaml")
        .map((object) => printYaml(object))
        .join("---\n"),
    );
  });
});
