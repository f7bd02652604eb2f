import { heldMemory, herd, memory, processor, start } from "./cost-of-watches.ts";
import type { Hypothesis } from "./hypothesis.ts";
import { refusals, replacement } from "./promises.ts";
import { noRequests, noWatches } from "./watches-and-requests.ts";

/** Hypotheses, written before the runs of any report; changes made after trial runs are listed in the report. */
export const hypotheses: readonly Hypothesis[] = [
  noWatches,
  noRequests,
  memory,
  heldMemory,
  processor,
  start,
  herd,
  refusals,
  replacement,
];
