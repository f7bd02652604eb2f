import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runReaders } from "./run-readers.ts";

const [reads = "1000000"] = process.argv.slice(2);
const directory = mkdtempSync(join(tmpdir(), "kiln-readers-"));
console.log(`reading ${reads} files of a set while it is published again and again`);
const readerScript = new URL("./reader-thread.js", import.meta.url);
const report = await runReaders({ directory, readerScript, readers: 2, reads: Number(reads) });
rmSync(directory, { recursive: true });
for (const fault of report.faults) console.log(fault);
console.log(
  `${report.reads} reads, ${report.publications} publications, ${report.generations} of them seen by one reader`,
);
console.log(`${report.faults.length} faults`);
if (report.faults.length > 0 || report.generations < 2) process.exitCode = 1;
