/**
 * Differences between CEL and the marks:
 * - `lost`: nothing enforces this;
 * - `stricter`: a change is rejected that the marks allow;
 * - `different`: another outcome that is equally valid;
 * - `untold`: the same outcome, but the client gets a shorter message.
 */
export type FindingKind = "lost" | "stricter" | "different" | "untold";

export interface Finding {
  readonly kind: FindingKind;
  /** Path in the schema: `spec.volumes[*].name`. */
  readonly place: string;
  readonly reason: string;
}
