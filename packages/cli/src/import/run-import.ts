import { resolve } from "node:path";
import { countOf } from "../store/show-progress.ts";
import { chooseRecords } from "./choose-records.ts";
import { createManifests, isStored } from "./create-manifests.ts";
import { type ImportOptions, parseImportOptions, type TargetChoice } from "./import-options.ts";
import { createLeftOut } from "./import-record.ts";
import { type ImportEntry, makeEntries } from "./make-entries.ts";
import { readSource } from "./read-source.ts";
import { checkSnapshot, uploadSnapshot } from "./targets/upload-snapshot.ts";
import { checkDataDir, writeDataDir } from "./targets/write-data-dir.ts";

export async function runImport(args: readonly string[]): Promise<number> {
  const options = parseImportOptions(args);
  const stop = new AbortController();
  const onSignal = () => stop.abort(new Error("interrupted: run the same command again to go on from here"));
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
  try {
    return await importAll(options, stop.signal);
  } finally {
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  }
}

async function importAll(options: ImportOptions, signal: AbortSignal): Promise<number> {
  const { target } = options;
  await checkTarget(target);
  const leftOut = createLeftOut();
  const source = await readSource({ options, leftOut, spoolFolder: spoolFolderOf(target), signal });
  const chosen = chooseRecords(source.records, options.inclusion, leftOut);
  const stored = makeEntries(chosen.filter(isStored), leftOut);
  const entries = await createManifests(
    chosen.filter((record) => !isStored(record)),
    stored,
  );
  if (entries.length === 0) {
    throw new Error(
      ["the source has no objects to import", ...leftOut.lines().map((line) => `left out: ${line}`)].join("\n"),
    );
  }
  signal.throwIfAborted();
  await writeTarget(target, entries);
  source.finish();
  for (const line of leftOut.lines()) {
    process.stdout.write(`left out: ${line}\n`);
  }
  process.stdout.write(`${countOf(entries.length, "object")} imported\n\n  ${nextStep(target)}\n`);
  return 0;
}

function spoolFolderOf(target: TargetChoice): string {
  return target.kind === "data-dir" ? `${resolve(target.dataDir)}.importing` : resolve(`${target.name}.importing`);
}

async function checkTarget(target: TargetChoice): Promise<void> {
  if (target.kind === "data-dir") {
    checkDataDir(target.dataDir);
  } else {
    await checkSnapshot(target);
  }
}

async function writeTarget(target: TargetChoice, entries: readonly ImportEntry[]): Promise<void> {
  await (target.kind === "data-dir" ? writeDataDir(target.dataDir, entries) : uploadSnapshot(entries, target));
}

function nextStep(target: TargetChoice): string {
  return target.kind === "data-dir"
    ? `kiln serve --testing --data-dir ${target.dataDir}`
    : `kiln fork NAME --from-snapshot ${target.name}`;
}
