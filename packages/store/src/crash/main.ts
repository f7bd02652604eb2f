import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { seededRandom } from "../testing/seeded-random.ts";
import { findEtcd, startEtcd } from "../testing/start-etcd.ts";
import { type CrashTarget, createEmbeddedTarget, createEtcdTarget, createWorkerTarget } from "./crash-target.ts";
import { runCrashes } from "./run-crashes.ts";
import { writers } from "./write-until-killed.ts";

const usage = "npm run test:crash -- [ROUNDS (1000)] [SEED] [embedded|workers|etcd (all)]";
const [rounds = "1000", seed = String(Date.now() % 2 ** 31), only] = process.argv.slice(2);
const progressEvery = 25;
/** Time limit: more than twice what 1,000 rounds take on two busy cores. */
const longestMs = 60 * 60_000;

if (!/^\d+$/.test(rounds) || !/^\d+$/.test(seed) || ![undefined, "embedded", "workers", "etcd"].includes(only)) {
  console.error(usage);
  process.exit(2);
}

async function run(target: CrashTarget): Promise<void> {
  console.log(`${target.name}: killing a process with ${writers} writers ${rounds} times, seed ${seed}`);
  const startMs = performance.now();
  const report = await runCrashes({
    target,
    writerScript: fileURLToPath(new URL("./writer-process.js", import.meta.url)),
    kills: Number(rounds),
    random: seededRandom(Number(seed)),
    onRound({ round, acknowledged, faults }) {
      if ((round + 1) % progressEvery > 0) return true;
      const seconds = Math.round((performance.now() - startMs) / 1000);
      console.log(
        `${target.name}: ${round + 1} rounds, ${acknowledged} acknowledged writes, ${faults} faults, ${seconds} s`,
      );
      return performance.now() - startMs < longestMs;
    },
  });
  for (const fault of report.faults) console.log(`${target.name}: ${fault}`);
  const failed = new Set(report.faults.map((fault) => fault.split(":")[0])).size;
  console.log(`${target.name}: ${report.acknowledged} acknowledged writes`);
  console.log(`${target.name}: ${report.kills - failed} passed, ${failed} failed`);
  if (failed > 0 || report.kills < Number(rounds)) process.exitCode = 1;
}

for (const [name, create] of [
  ["embedded", createEmbeddedTarget],
  ["workers", createWorkerTarget],
] as const) {
  if (only !== undefined && only !== name) continue;
  const directory = mkdtempSync(join(tmpdir(), "kiln-crash-"));
  await run(create(directory));
  if (process.exitCode === undefined) rmSync(directory, { recursive: true });
  else console.log(`what is left of the store: ${directory}`);
}
const program = only === undefined || only === "etcd" ? findEtcd() : undefined;
if (program !== undefined) {
  const etcd = await startEtcd(program);
  try {
    await run(createEtcdTarget(etcd));
  } finally {
    await etcd.close();
  }
}
