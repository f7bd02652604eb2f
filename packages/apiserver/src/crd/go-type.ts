import { type FieldPath, type JsonValue, printGoMismatch } from "@kiln/api";

/**
 * A Go type as Kubernetes declares it for its own kinds, as far as decoding and encoding JSON depend on it. Errors of
 * values that do not fit contain its name.
 */
export interface GoType {
  readonly name: string;
  /** Returns the value as Kubernetes would encode it again; reports values that do not fit. Never gets null. */
  decode(value: JsonValue, place: GoPlace): JsonValue;
  /** The encoding of a value that was never set. */
  readonly zero: JsonValue;
}

/** Position of the decoder, and its findings so far. */
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
  /** The error that ended decoding at once, as some types do: no other is reported then. */
  fatal?: string;
}

/** Changes the findings. `found` is Go's name of the JSON value: `string`, `number 1.5`, `array`. */
export function refuseGoValue(place: GoPlace, found: string, type: string): void {
  place.findings.mistyped.push(printGoMismatch({ ...place, found, type }));
}
