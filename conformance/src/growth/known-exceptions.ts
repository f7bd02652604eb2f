import type { Limits } from "./compare-growth.ts";

/** A request that holds the event loop for longer than the limit, and why. This list may only shrink. */
interface KnownException {
  readonly request: string;
  /** Twice what was measured on a busy machine with two cores. */
  readonly maxHoldMs: number;
  readonly reason: string;
}

const SELECTOR = "a selector of 1 MB is parsed in one go, for the authorizer and for the list: 170,000 terms";
const RULES = "each expression is parsed when the CRD is validated, which is one step: 4,000 rules";

export const knownExceptions: readonly KnownException[] = [
  { request: "labelSelector: keys that are not there", maxHoldMs: 1_000, reason: SELECTOR },
  { request: "labelSelector: keys", maxHoldMs: 1_000, reason: SELECTOR },
  { request: "labelSelector: one key", maxHoldMs: 1_000, reason: SELECTOR },
  { request: "labelSelector: values", maxHoldMs: 600, reason: SELECTOR },
  { request: "labelSelector: values that differ", maxHoldMs: 700, reason: SELECTOR },
  { request: "labelSelector: bounds", maxHoldMs: 700, reason: SELECTOR },
  { request: "labelSelector of a deletion", maxHoldMs: 1_000, reason: SELECTOR },
  {
    request: "unknown fields",
    maxHoldMs: 620,
    reason: "290,000 warnings are made before they are cut to what headers hold",
  },
  { request: "broken JSON", maxHoldMs: 760, reason: "2.9 MB are parsed again to say where they are broken" },
  { request: "CRD schema: rules", maxHoldMs: 500, reason: RULES },
  { request: "CRD schema: broken rules", maxHoldMs: 2_600, reason: RULES },
];

/** The limits for a request: growth is the same for all. */
export function limitsOf(request: string, limits: Limits): Limits {
  const known = knownExceptions.find((exception) => exception.request === request);
  return known === undefined ? limits : { ...limits, maxHoldMs: Math.max(limits.maxHoldMs, known.maxHoldMs) };
}
