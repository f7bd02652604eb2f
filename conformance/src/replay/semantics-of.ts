import type { Semantics } from "@kiln/schema";

/**
 * Recordings with answers in which Kiln by default follows a proposal's text instead of shipped Kubernetes, and the
 * decisions that do it: built-in kinds carry Kiln's own marks and unions, whose errors are not those of Kubernetes. They are played with `upstream`; everything else is played as Kiln comes.
 */
export const upstreamRecordings: Readonly<Record<string, readonly string[]>> = {
  "apply-basics-3": ["S2"],
  "apply-builtins-1": ["S2"],
  "apply-builtins-2": ["U1"],
  "apply-lists-1": ["S2"],
  "apply-lists-2": ["S2"],
  "apply-subresources-1": ["S2"],
  "apply-subresources-2": ["S2"],
  "apply-versions-1": ["S2"],
  "apply-versions-2": ["S2"],
  "apply-versions-3": ["S2"],
  "cel-rules": ["P7"],
  "crd-ratcheting-1": ["P7"],
  "crd-validation-4": ["S2"],
  "crd-versions": ["P7"],
  "crud-cr": ["P7"],
  "discovery-root": ["V1"],
  "http-media": ["P7"],
  "native-core": ["M1"],
  "native-policy": ["M1"],
  "native-service": ["M1"],
  "native-storage": ["M1", "U1"],
  "native-workloads": ["M1", "U1"],
  "patch-json": ["P7"],
  "patch-merge": ["P7"],
  "patch-strategic": ["U1"],
  "prune-1": ["P1", "P4", "P7"],
  "prune-2": ["P1", "P7"],
  "prune-3": ["P7"],
  "strict-1": ["P7"],
  "strict-2": ["S2"],
  "subresource-fields": ["S1"],
  "subresource-status": ["P7"],
  "v1beta1-pruning": ["P1", "P7"],
  "validate-1": ["P7"],
  "validate-2": ["P7"],
  "validate-3": ["P7"],
};

/** Semantics that a recording was made with. */
export function semanticsOf(name: string): Semantics {
  return Object.hasOwn(upstreamRecordings, name) ? "upstream" : "kep";
}
