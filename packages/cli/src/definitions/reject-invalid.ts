import { checkObjects } from "../check/check-objects.ts";
import { printVerdict } from "../check/print-verdict.ts";
import type { Manifest } from "../manifests/manifest.ts";
import { mayPaint } from "../report/paint.ts";

/** Prints the CRDs that a server rejects on standard error. Returns whether there are any. */
export async function rejectInvalid(definitions: readonly Manifest[]): Promise<boolean> {
  let isAny = false;
  const hasColor = mayPaint(process.stderr);
  await checkObjects({
    definitions,
    olds: [],
    news: [],
    semantics: "kep",
    onVerdict(verdict) {
      isAny = true;
      process.stderr.write(printVerdict(verdict, { hasColor }));
    },
  });
  return isAny;
}
