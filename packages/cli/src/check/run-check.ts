import { isDefinition } from "../definitions/is-definition.ts";
import { mayPaint } from "../report/paint.ts";
import { createProgress } from "../report/progress.ts";
import { checkObjects, type Verdict } from "./check-objects.ts";
import type { CheckOptions } from "./check-options.ts";
import { disk, gitRevision, readManifests } from "./manifest.ts";
import { printVerdict, printVerdictJson } from "./print-verdict.ts";

/** 0: everything would be accepted; 1: something would not. */
export async function runCheck(options: CheckOptions): Promise<number> {
  const news = readManifests(options.news, disk);
  const olds = readManifests(options.olds, options.base === undefined ? disk : gitRevision(options.base));
  const definitions = readManifests(options.definitions, disk).filter(({ object }) => isDefinition(object));
  const { semantics, namespace, format, isQuiet } = options;
  const counts = { accepted: 0, refused: 0 };
  const hasColor = mayPaint(process.stdout);
  const report = (verdict: Verdict) =>
    format === "json" ? printVerdictJson(verdict) : printVerdict(verdict, { hasColor });
  // Where verdicts are on the screen, they show themselves how far it is.
  const progress = createProgress("checking", process.stdout.isTTY && !isQuiet ? 0 : news.length);
  await checkObjects({
    definitions,
    olds,
    news,
    semantics,
    namespace,
    onVerdict: (verdict) => {
      counts[verdict.isAccepted ? "accepted" : "refused"]++;
      progress.step();
      if (!isQuiet || !verdict.isAccepted) {
        progress.clear();
        process.stdout.write(report(verdict));
      }
    },
  });
  progress.clear();
  if (format === "text") {
    process.stdout.write(`${counts.accepted} accepted, ${counts.refused} refused\n`);
  }
  return counts.refused === 0 ? 0 : 1;
}
