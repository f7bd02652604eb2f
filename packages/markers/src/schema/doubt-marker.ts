import { nearestWord } from "@kiln/api";
import type { Marker } from "../marker/marker.ts";
import type { SourceFault } from "../source-position.ts";

/**
 * Names of the markers for immutability and unions, which only Kiln has. A misspelled one would be ignored silently.
 */
const OWN: readonly string[] = [
  "immutable",
  "immutable-keys",
  "k8s:immutable",
  "kiln:schema",
  "union",
  "unionDeprecated",
  "unionDiscriminator",
  "unionMember",
  "k8s:unionDiscriminator",
  "k8s:unionMember",
];

/** Markers of Kiln that take no value. */
const PLAIN: ReadonlySet<string> = new Set(["k8s:immutable", "union", "unionDiscriminator"]);

/** Names of other known markers, which do not affect schemas. */
const OTHER_NAMES = [
  ...["optional", "required", "enum"].flatMap((name) => [name, `k8s:${name}`]),
  ...OWN,
  ...["Optional", "Required", "Schemaless"].map((name) => `kubebuilder:validation:${name}`),
  ...["subresource:status", "subresource:scale", "printcolumn", "resource", "storageversion", "unservedversion"]
    .concat(["skipversion", "deprecatedversion", "selectablefield", "metadata"])
    .map((name) => `kubebuilder:${name}`),
];

/** Minimum length of a name for suggestions: too many markers are similar to a shorter one. */
const MIN_LENGTH = 6;

/**
 * Error or warning for an unknown marker that resembles a known one:
 * - it resembles one of Kiln's own: an error with the likely marker;
 * - it is an unsupported validation of Kubernetes or kubebuilder: a warning that it has no effect;
 * - it resembles another known one: a warning with the likely marker.
 * Other markers belong to other tools.
 */
export function doubtMarker(marker: Marker, known: readonly string[]): SourceFault | undefined {
  const { name, text, position } = marker;
  const names = [...known, ...OTHER_NAMES];
  const fault = (severity: SourceFault["severity"], message: string): SourceFault => ({
    position,
    severity,
    message: `+${name} ${message}`,
  });
  if (names.includes(name)) {
    const hasArgument = PLAIN.has(name) && text !== "";
    return hasArgument ? fault("error", `has a value, ${JSON.stringify(text)}, and takes none`) : undefined;
  }
  const own = findOwn(name);
  if (own !== undefined) {
    return fault("error", `is not understood; did you mean +${own}?`);
  }
  if (/^k8s:(?!.*-gen\b)/.test(name)) {
    return { ...fault("warning", "is left alone: there is no schema keyword for it"), isLeftAlone: true };
  }
  const near = name.length < MIN_LENGTH ? undefined : nearestWord(name, names);
  if (near !== undefined) {
    return fault("warning", `is unknown; did you mean +${near}?`);
  }
  return name.startsWith("kubebuilder:validation:") ? fault("warning", "is unknown and left alone") : undefined;
}

/** Whether a marker is one of Kiln's own, or resembles one. */
export function isOwnMarker({ name }: Marker): boolean {
  return OWN.includes(name) || findOwn(name) !== undefined;
}

/**
 * Marker of Kiln that a misspelled name probably stands for: `immutable=AddOnly` for `Immutable:AddOnly` or `imutable
 * AddOnly`.
 */
function findOwn(name: string): string | undefined {
  const [, word = "", rest = ""] =
    /^((?:(?:k8s|kiln|kubebuilder:validation|kubebuilder):)?[\w-]+)[\s:(]*(.*?)\)?$/s.exec(name) ?? [];
  const plain = word.slice(word.lastIndexOf(":") + 1);
  const same = OWN.find((own) => own.toLowerCase() === word.toLowerCase() || own.toLowerCase() === plain.toLowerCase());
  const near = plain.length < MIN_LENGTH - 1 ? undefined : (nearestWord(word, OWN) ?? nearestWord(plain, OWN));
  const own = same ?? near;
  if (own === undefined) {
    return undefined;
  }
  return rest === "" || PLAIN.has(own) ? own : `${own}=${rest.trim()}`;
}
