import { UsageError } from "../command.ts";
import { isDefinition } from "../manifests/is-definition.ts";
import {
  disk,
  gitRevision,
  type Manifest,
  type ManifestText,
  parseManifests,
  printPaths,
  readManifests,
  readTexts,
} from "../manifests/manifest.ts";
import { announceSize } from "../report/announce-size.ts";
import { gatherOutput } from "../report/gather-output.ts";
import { mayPaint } from "../report/paint.ts";
import { createProgress, type Progress } from "../report/progress.ts";
import { checkInThreads } from "./check-in-threads.ts";
import { checkObjects } from "./check-objects.ts";
import type { CheckOptions } from "./check-options.ts";
import type { Verdict } from "./object-checker.ts";
import { reportVerdict } from "./report-verdict.ts";

/** Exit code 0: everything would be accepted; 1: something would not. */
export async function runCheck(options: CheckOptions): Promise<number> {
  announceSize(
    "reading",
    options.news.flatMap((path) => disk.list(path)),
  );
  const texts = readTexts(options.news, disk);
  const known = readManifests(options.definitions, disk).filter(({ object }) => isDefinition(object));
  const display = openDisplay(options);
  const { format } = options;
  try {
    const { isQuiet, isStrict, semantics, namespace } = options;
    const settings = { semantics, isStrict, namespace, format, isQuiet, hasColor: display.hasColor };
    const isUpdate = options.olds.length > 0;
    if (isUpdate || !(await checkInThreads({ ...settings, ...display, texts, definitions: known }))) {
      await checkHere(texts, { ...options, known }, display);
    }
    const { accepted, refused } = display.counts;
    display.onOutput(format === "text" ? `${accepted} accepted, ${refused} refused\n` : "");
  } finally {
    display.close();
  }
  return display.counts.refused === 0 ? 0 : 1;
}

interface Display {
  readonly counts: { accepted: number; refused: number };
  readonly hasColor: boolean;
  readonly onRead: (total: number) => void;
  readonly onCounted: (total: number) => void;
  readonly onVerdict: (verdict: Verdict) => void;
  readonly onAccepted: (count: number) => void;
  readonly onOutput: (text: string) => void;
  readonly close: () => void;
}

/** Counts and prints verdicts, and shows the progress meanwhile. */
function openDisplay({ format, isQuiet }: CheckOptions): Display {
  const counts = { accepted: 0, refused: 0 };
  const hasColor = mayPaint(process.stdout);
  // Results on a terminal are a progress display themselves.
  const showsProgress = !process.stdout.isTTY || isQuiet;
  let progress: Progress | undefined;
  const start = (what: string, total: number) => {
    progress?.clear();
    progress = createProgress(what, { total: showsProgress ? total : 0 });
    return progress;
  };
  let reading: Progress | undefined;
  const output = gatherOutput({ onFlush: () => progress?.clear() });
  return {
    counts,
    hasColor,
    onRead(total) {
      reading ??= start("reading parts", total);
      reading.step();
    },
    onCounted: (total) => void start("checking objects", total),
    onVerdict(verdict) {
      counts[verdict.isAccepted ? "accepted" : "refused"]++;
      progress?.step();
      output.write(reportVerdict(verdict, { format, isQuiet, hasColor }));
    },
    onAccepted(count) {
      counts.accepted += count;
      progress?.step(count);
    },
    onOutput: (text) => output.write(text),
    close() {
      progress?.clear();
      output.flush();
    },
  };
}

interface Here extends CheckOptions {
  readonly known: readonly Manifest[];
}

/** Checks the objects in this thread. */
async function checkHere(texts: readonly ManifestText[], options: Here, display: Display): Promise<void> {
  const { olds: paths, base, known } = options;
  const news = texts.flatMap(parseManifests);
  if (news.length === 0) {
    throw new UsageError(`there are no objects in ${printPaths(options.news)}`);
  }
  const olds = readManifests(paths, base === undefined ? disk : gitRevision(base));
  display.onCounted(news.length);
  await checkObjects({ ...options, definitions: known, olds, news, onVerdict: display.onVerdict });
}
