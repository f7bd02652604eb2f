/**
 * Kinds of differences between the compiled CEL and Kiln's own enforcement:
 * - `lost`: nothing enforces the mark;
 * - `stricter`: a change is rejected that the mark allows;
 * - `different`: another outcome that is equally valid;
 * - `untold`: the same outcome, but the client gets no warning.
 */
export type FindingKind = "lost" | "stricter" | "different" | "untold";

export interface Finding {
  readonly kind: FindingKind;
  /** Path of the field in the schema, such as `spec.volumes[*].name`. */
  readonly place: string;
  readonly reason: string;
}
