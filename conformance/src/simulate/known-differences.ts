import type { KnownDifference } from "./compare.ts";

/** Where simulated workloads end otherwise than with the real programs. docs/simulate.md lists the reasons; it only shrinks. */
export const knownDifferences: readonly KnownDifference[] = [];
