import { UsageError } from "../command.ts";
import { isDefinition } from "../manifests/is-definition.ts";
import { disk, gitRevision, printPaths, readManifests } from "../manifests/manifest.ts";
import { announceSize } from "../report/announce-size.ts";
import { gatherOutput } from "../report/gather-output.ts";
import { mayPaint } from "../report/paint.ts";
import { createProgress } from "../report/progress.ts";
import { checkObjects, type Verdict } from "./check-objects.ts";
import type { CheckOptions } from "./check-options.ts";
import { printVerdict, printVerdictJson } from "./print-verdict.ts";

/** Exit code 0: everything would be accepted; 1: something would not. */
export async function runCheck(options: CheckOptions): Promise<number> {
  announceSize(
    "reading",
    options.news.flatMap((path) => disk.list(path)),
  );
  const news = readManifests(options.news, disk);
  const olds = readManifests(options.olds, options.base === undefined ? disk : gitRevision(options.base));
  const definitions = readManifests(options.definitions, disk).filter(({ object }) => isDefinition(object));
  if (news.length === 0) {
    throw new UsageError(`there are no objects in ${printPaths(options.news)}`);
  }
  const { format, isQuiet } = options;
  const counts = { accepted: 0, refused: 0 };
  const hasColor = mayPaint(process.stdout);
  const report = (verdict: Verdict) =>
    format === "json" ? printVerdictJson(verdict) : printVerdict(verdict, { hasColor });
  // Results on a terminal are a progress display themselves.
  const progress = createProgress("checking objects", { total: process.stdout.isTTY && !isQuiet ? 0 : news.length });
  const output = gatherOutput({ onFlush: () => progress.clear() });
  const onVerdict = (verdict: Verdict) => {
    counts[verdict.isAccepted ? "accepted" : "refused"]++;
    progress.step();
    if (!isQuiet || !verdict.isAccepted) {
      output.write(report(verdict));
    }
  };
  try {
    await checkObjects({ ...options, definitions, olds, news, onVerdict });
    output.write(format === "text" ? `${counts.accepted} accepted, ${counts.refused} refused\n` : "");
  } finally {
    progress.clear();
    output.flush();
  }
  return counts.refused === 0 ? 0 : 1;
}
