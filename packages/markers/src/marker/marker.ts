import type { SourcePosition } from "../source-position.ts";

/** One `+name` line of a comment, or one tag of a JSDoc comment. */
export interface Marker {
  /** Name without the plus. For an unknown marker, everything up to the value. */
  readonly name: string;
  /** Text after the name, as written: empty, a value, or `key=value` pairs. */
  readonly text: string;
  readonly position: SourcePosition;
}

/** Names of markers whose pairs come after a colon. Longer names first: the first match counts. */
const WITH_FIELDS = [
  "kubebuilder:subresource:scale",
  "kubebuilder:validation:items:XValidation",
  "kubebuilder:validation:XValidation",
  "kubebuilder:deprecatedversion",
  "kubebuilder:selectablefield",
  "kubebuilder:externalDocs",
  "kubebuilder:printcolumn",
  "kubebuilder:metadata",
  "kubebuilder:resource",
];

/** Parses a line of a comment; undefined if it is no marker. */
export function parseMarker(line: string, position: SourcePosition): Marker | undefined {
  const text = line.trim();
  if (!/^\+[A-Za-z]/.test(text)) {
    return undefined;
  }
  const whole = text.slice(1);
  const known = WITH_FIELDS.find((name) => whole === name || whole.startsWith(`${name}:`));
  if (known !== undefined) {
    return { name: known, text: whole.slice(known.length + 1), position };
  }
  // Kubernetes' own validators are written `name(…)`; `:=` means the same as `=`.
  const [, name = whole, rest = ""] = /^([^=(]*?):?(?:=(.*)|(\(.*))?$/s.exec(whole) ?? [];
  const inBrackets = /^[^=(]*(\(.*)$/s.exec(whole)?.[1] ?? "";
  return { name: name.trim(), text: rest === "" ? inBrackets : rest.trim(), position };
}

export function findMarker(markers: readonly Marker[], ...names: readonly string[]): Marker | undefined {
  return markers.find(({ name }) => names.includes(name));
}
