import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockDirectory, takeoverAbandonedMs } from "./directory-lock.ts";
import { createFakeClock } from "./testing/fake-clock.ts";

const clock = createFakeClock();
const dead = { pid: 2 ** 22 + 1, startedAt: "1", host: hostname() };
/** Lock files contain the boot and the PID namespace on systems with /proc only. */
const hasProc = existsSync("/proc/self/stat");

let parent: string;
let directory: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "kiln-lock-"));
  directory = join(parent, "data");
  mkdirSync(directory);
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

describe("lockDirectory()", () => {
  it("refuses a second user, leaves nothing behind, and is readable by the owner only", () => {
    const unlock = lockDirectory(directory, clock);
    expect(statSync(join(directory, "LOCK")).mode & 0o777).toBe(0o600);
    expect(() => lockDirectory(directory, clock)).toThrow(`Process ${process.pid} is using ${directory}`);
    expect(readdirSync(directory)).toEqual(["LOCK"]);
    unlock();
    expect(readdirSync(directory)).toEqual([]);
  });

  it("does not take a copy of a directory in use for one in use", () => {
    const unlock = lockDirectory(directory, clock);
    const copy = join(parent, "copy");
    cpSync(directory, copy, { recursive: true, preserveTimestamps: true });
    lockDirectory(copy, clock)();
    expect(() => lockDirectory(directory, clock)).toThrow("is using");
    unlock();
  });

  it.skipIf(!hasProc)("takes over from a process of an earlier boot, whatever has its number now", () => {
    const unlock = lockDirectory(directory, clock);
    change({ boot: "another" });
    lockDirectory(directory, clock)();
    unlock();
  });

  it.skipIf(!hasProc)("believes a process in another PID namespace for a while", () => {
    lockDirectory(directory, clock);
    change({ pid: dead.pid, pids: "pid:[1]" });
    expect(() => lockDirectory(directory, clock)).toThrow(`Process ${dead.pid} is using`);
    const old = new Date(Date.now() - 120_000);
    utimesSync(join(directory, "LOCK"), old, old);
    lockDirectory(directory, clock)();
  });

  it("goes on after a takeover that a crash cut off, empty or not", () => {
    for (const names of [[], ["LOCK"]]) {
      const guard = join(directory, "LOCK.takeover");
      mkdirSync(guard);
      for (const name of names) writeFileSync(join(guard, name), "{");
      writeFileSync(join(directory, "LOCK"), JSON.stringify(dead));
      expect(() => lockDirectory(directory, clock)).toThrow("is just opening");
      const old = new Date(Date.now() - takeoverAbandonedMs - 1000);
      utimesSync(guard, old, old);
      lockDirectory(directory, clock)();
      expect(readdirSync(directory)).toEqual([]);
    }
  });

  it("lets one of many processes that find a dead holder have it", { timeout: 60_000 }, async () => {
    const script = await buildContender(parent);
    for (let round = 0; round < 3; round++) {
      writeFileSync(join(directory, "LOCK"), JSON.stringify(dead));
      const go = join(parent, `go-${round}`);
      const contenders = Array.from({ length: 6 }, () =>
        spawn(process.execPath, [script, directory, go], { stdio: ["ignore", "pipe", "inherit"] }),
      );
      await Promise.all(contenders.map(({ stdout }) => once(stdout, "data")));
      const answers = contenders.map(({ stdout }) => once(stdout, "data"));
      writeFileSync(go, "");
      const said = (await Promise.all(answers)).map(([chunk]) => String(chunk));
      for (const contender of contenders) contender.kill("SIGKILL");
      await Promise.all(contenders.map((contender) => once(contender, "close")));
      expect(said.filter((text) => text === "locked")).toHaveLength(1);
    }
  });
});

function change(fields: object): void {
  const path = join(directory, "LOCK");
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...fields }));
}

/** Path of a script that prints when it is ready, waits for a file, tries to lock, prints the result and stays. */
async function buildContender(folder: string): Promise<string> {
  const lock = fileURLToPath(new URL("./directory-lock.ts", import.meta.url));
  const outfile = join(folder, "contender.mjs");
  await build({
    stdin: {
      contents: `
        import { existsSync } from "node:fs";
        import { lockDirectory } from ${JSON.stringify(lock)};
        const [directory, go] = process.argv.slice(2);
        process.stdout.write("ready", () => {
          while (!existsSync(go));
          try {
            lockDirectory(directory, { every: () => () => {} });
            process.stdout.write("locked");
          } catch (error) {
            process.stdout.write(error.code === "locked" ? "refused" : String(error));
          }
          setInterval(() => {}, 1000);
        });
      `,
      resolveDir: folder,
    },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  return outfile;
}
