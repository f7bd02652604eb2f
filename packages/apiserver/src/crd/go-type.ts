import { type FieldPath, type JsonValue, printGoMismatch } from "@kiln/api";

/**
 * A Go type as Kubernetes declares it for its own kinds, as far as decoding and encoding JSON depend on it. Its name is
 * what stands in the error when a value does not fit.
 */
export interface GoType {
  readonly name: string;
  /** Returns the value as Kubernetes would print it again; reports what it cannot take. Never sees null. */
  decode(value: JsonValue, place: GoPlace): JsonValue;
  /** What Kubernetes prints for a value that was never given. */
  readonly zero: JsonValue;
}

/** Where the decoder is, and what it has found so far. */
export interface GoPlace {
  /** The struct that holds the field. */
  readonly struct: string;
  /** Names of struct fields only, as Go reports them: `spec.versions.name`. */
  readonly field: string;
  /** As field validation reports it: `spec.versions[0].name`. */
  readonly path: FieldPath;
  readonly findings: GoFindings;
}

export interface GoFindings {
  /** Fields that no struct has, in document order. */
  readonly unknown: string[];
  /** Go's sentences about values of the wrong type, in document order. */
  readonly mistyped: string[];
  /** The sentence that ended decoding at once, as some types do: nothing else is heard then. */
  fatal?: string;
}

/** Changes the findings. `found` is Go's word for what was there: `string`, `number 1.5`, `array`. */
export function refuseGoValue(place: GoPlace, found: string, type: string): void {
  place.findings.mistyped.push(printGoMismatch({ ...place, found, type }));
}
