import type { Clock } from "@kiln/api";
import type { Verdict } from "./admission-plugin.ts";

/** Result of `run`; passes its duration to `note`, synchronously or later. */
export function timeVerdict(
  clock: Clock,
  note: (seconds: number, isRejected: boolean) => void,
  run: () => Verdict,
): Verdict {
  const startedMs = clock.monotonicMs();
  const end = (isRejected: boolean) => note((clock.monotonicMs() - startedMs) / 1000, isRejected);
  let verdict: Verdict;
  try {
    verdict = run();
  } catch (error) {
    end(true);
    throw error;
  }
  if (verdict === undefined) {
    end(false);
    return undefined;
  }
  return verdict.then(
    () => {
      end(false);
      return undefined;
    },
    (error) => {
      end(true);
      throw error;
    },
  );
}
