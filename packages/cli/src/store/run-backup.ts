import { isReadableValue } from "@kiln/kinds";
import { writeBackup } from "@kiln/store/backup";
import { countOf, createProgress } from "./show-progress.ts";
import { parseFileFlags } from "./store-flags.ts";

export async function runBackup(args: readonly string[]): Promise<number> {
  const { directory, file, skipsDamaged } = parseFileFlags(args);
  const onProgress = createProgress("backing up");
  const report = await writeBackup({ directory, file, skipsDamaged, isReadable: isReadableValue, onProgress });
  for (const sentence of report.skipped) {
    process.stderr.write(`skipped: ${sentence}\n`);
  }
  process.stdout.write(`${countOf(report.values, "value")} at revision ${report.revision} saved to ${file}\n`);
  return 0;
}
