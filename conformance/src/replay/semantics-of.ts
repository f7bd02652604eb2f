import type { Semantics } from "@kiln/schema";

/**
 * Recordings of behaviour that Kiln by default has after a proposal's text instead of shipped Kubernetes. Prefixes of
 * their names; everything else is played as Kiln comes.
 */
export const upstreamRecordings: readonly string[] = ["prune-", "v1beta1-pruning"];

/** What a recording must be played with for its answers to be right. */
export function semanticsOf(name: string): Semantics {
  return upstreamRecordings.some((prefix) => name.startsWith(prefix)) ? "upstream" : "kep";
}
