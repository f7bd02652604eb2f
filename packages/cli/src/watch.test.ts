import { type ChildProcessByStdio, spawn } from "node:child_process";
import { type EventEmitter, once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { printOvenCrd } from "./testing/print-oven-crd.ts";

// Each case starts a process, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const BIN = fileURLToPath(new URL("../bin/kiln.mjs", import.meta.url));
const cleanUps: (() => unknown)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0).reverse()) {
    cleanUp();
  }
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kiln-watch-"));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Watching {
  /** Resolves when the output since the last call contains the text. */
  until(text: string): Promise<string>;
  /** Stops the process and returns the exit code. */
  stop(): Promise<number>;
}

function startWatch(cwd: string, ...args: readonly string[]): Watching {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(process.execPath, [BIN, ...args, "--watch"], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  cleanUps.push(() => child.kill("SIGKILL"));
  let output = "";
  const streams = [child.stdout, child.stderr];
  for (const stream of streams) {
    stream.on("data", (chunk) => {
      output += String(chunk);
    });
  }
  return {
    async until(text) {
      while (!output.includes(text)) {
        await Promise.race([...streams.map((stream) => once(stream, "data")), failAtEnd(child, () => output)]);
      }
      const seen = output;
      output = "";
      return seen;
    },
    async stop() {
      child.kill("SIGTERM");
      const [code] = await once(child, "close");
      return code as number;
    },
  };
}

async function failAtEnd(child: EventEmitter, output: () => string): Promise<never> {
  await once(child, "close");
  throw new Error(`it ended: ${output()}`);
}

const crd = (type: string) => printOvenCrd(`type: ${type}`);

describe("kiln lint --watch", () => {
  it("lints again whenever a file is written, replaced, broken or mended, in folders below as well", async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, "crds", "deep"), { recursive: true });
    const file = join(folder, "crds", "deep", "crd.yaml");
    writeFileSync(file, crd("string"));
    const lint = startWatch(folder, "lint", "crds");
    expect(await lint.until("watching")).toContain("1 CRD: 0 errors");
    writeFileSync(file, crd("nonsense"));
    expect(await lint.until("[refused]")).toMatch(/^\n--- \d\d:\d\d:\d\d\n.*crd\.yaml:/m);
    writeFileSync(join(folder, "next.yaml"), crd("string"));
    renameSync(join(folder, "next.yaml"), file);
    await lint.until("1 CRD: 0 errors");
    writeFileSync(file, "a: [\n");
    expect(await lint.until("0 CRDs: 1 error,")).toContain("[unreadable]");
    writeFileSync(file, crd("string"));
    await lint.until("1 CRD: 0 errors");
    expect(await lint.stop()).toBe(0);
  });

  it("goes on when the file is gone for a while", async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, "crd.yaml"), crd("string"));
    const lint = startWatch(folder, "lint", "crd.yaml");
    await lint.until("watching");
    rmSync(join(folder, "crd.yaml"));
    await lint.until("there is no file or folder crd.yaml");
    writeFileSync(join(folder, "crd.yaml"), crd("nonsense"));
    await lint.until("[refused]");
    expect(await lint.stop()).toBe(0);
  });
});

describe("kiln generate --watch", () => {
  const oven = (type: string) =>
    '/** @groupName example.org */\nimport type { Fuel } from "./parts/fuel.ts";\n' +
    `export interface Oven {\n  apiVersion?: string;\n  kind?: string;\n  metadata?: ObjectMeta;\n  fuel: ${type};\n}\n`;

  it("writes again whenever a source changes, one that is imported as well, and goes on after errors", async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, "parts"));
    const [source, part] = [join(folder, "oven.ts"), join(folder, "parts", "fuel.ts")];
    const made = () => readFileSync(join(folder, "crd", "example.org_ovens.yaml"), "utf8");
    writeFileSync(source, oven("Fuel"));
    writeFileSync(part, "export type Fuel = string;\n");
    const generate = startWatch(folder, "generate", "oven.ts", "--output", "crd");
    await generate.until("watching");
    writeFileSync(part, 'export type Fuel = "Gas" | "Wood";\n');
    await generate.until("wrote crd/example.org_ovens.yaml");
    expect(made()).toContain("- Wood\n");
    writeFileSync(source, oven("Fule"));
    await generate.until("Fule is unknown");
    writeFileSync(source, oven("Fuel[]"));
    await generate.until("wrote ");
    expect(made()).toContain("type: array\n");
    expect(await generate.stop()).toBe(0);
  });
});
