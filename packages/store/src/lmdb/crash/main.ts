import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { seededRandom } from "../../testing/seeded-random.ts";
import { runCrashes } from "./run-crashes.ts";

const [kills = "60", seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
const directory = mkdtempSync(join(tmpdir(), "kiln-crash-"));
console.log(`killing a process with 64 writers ${kills} times, seed ${seed}`);
const report = await runCrashes({
  directory,
  writerScript: fileURLToPath(new URL("./writer-process.js", import.meta.url)),
  kills: Number(kills),
  random: seededRandom(Number(seed)),
});
for (const fault of report.faults) console.log(fault);
console.log(`${report.acknowledged} acknowledged writes`);
const failed = new Set(report.faults.map((fault) => fault.split(":")[0])).size;
console.log(`${report.kills - failed} passed, ${failed} failed`);
if (failed === 0) rmSync(directory, { recursive: true });
else process.exitCode = 1;
