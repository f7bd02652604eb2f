/**
 * Where CEL and the marks part:
 * - `lost`: nothing enforces this;
 * - `stricter`: something is refused that the marks allow;
 * - `different`: another outcome that is as valid;
 * - `untold`: the outcome is the same, but the client gets a shorter message.
 */
export type FindingKind = "lost" | "stricter" | "different" | "untold";

export interface Finding {
  readonly kind: FindingKind;
  /** Where in the schema: `spec.volumes[*].name`. */
  readonly place: string;
  readonly reason: string;
}
