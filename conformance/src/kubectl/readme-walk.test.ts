import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findProgram } from "../serve/find-program.ts";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";

const kubectl = findProgram("kubectl");
const section = /## A first walk\n([\s\S]*?)\n## /.exec(readFileSync("README.md", "utf8"))?.[1] ?? "";
const shown = section
  .split("\n")
  .filter((line) => line.startsWith("    "))
  .map((line) => line.trim());

/** What the README says to type, each with what it shows as the answer, if it shows one. */
const commands = shown.flatMap((line, index) => {
  const next = shown[index + 1] ?? "";
  const isAnswer = (text: string) => text !== "" && !/^(kubectl|export) /.test(text);
  return line.startsWith("kubectl ") ? [{ line, answer: isAnswer(next) ? next : "" }] : [];
});

describe.skipIf(kubectl === undefined)("the first walk of the README", () => {
  let server: ServeProcess;
  beforeAll(async () => {
    server = await startServeProcess();
  });
  afterAll(() => server.close());

  const run = async (line: string): Promise<string> => {
    const path = `${dirname(kubectl as string)}${delimiter}${process.env.PATH ?? ""}`;
    const env = { ...process.env, PATH: path, KUBECONFIG: server.kubeconfig };
    try {
      const { stdout } = await promisify(execFile)("sh", ["-c", line], { env });
      return stdout.trim();
    } catch (error) {
      return String((error as { stderr?: string }).stderr).trim();
    }
  };

  it("has commands to type", () => {
    expect(commands.length).toBeGreaterThan(4);
  });

  it("gives the answers that it shows, and ends with everything still there", async () => {
    for (const { line, answer } of commands) {
      const given = await run(line);
      if (answer !== "") {
        expect([line, given]).toEqual([line, answer]);
      }
    }
    await server.crashAndRestart();
    expect(await run("kubectl get backup nightly -o jsonpath='{.spec.target}'")).toBe(
      '{"directory":"/backups","type":"Directory"}',
    );
  }, 60_000);
});
