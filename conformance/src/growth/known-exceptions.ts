import type { Limits } from "./compare-growth.ts";

/** A request that holds the event loop longer than the limit, with the reason. This list may only shrink. */
interface KnownException {
  readonly request: string;
  /** Limit in milliseconds: twice the measurement on a busy machine with two cores. */
  readonly maxHoldMs: number;
  readonly reason: string;
}

export const knownExceptions: readonly KnownException[] = [
  {
    request: "unknown fields",
    maxHoldMs: 620,
    reason: "290,000 warnings are made before they are cut to what headers hold",
  },
  { request: "broken JSON", maxHoldMs: 760, reason: "2.9 MB are parsed again to say where they are broken" },
];

/** Limits for a request; that of growth is the same for all. */
export function limitsOf(request: string, limits: Limits): Limits {
  const known = knownExceptions.find((exception) => exception.request === request);
  return known === undefined ? limits : { ...limits, maxHoldMs: Math.max(limits.maxHoldMs, known.maxHoldMs) };
}
