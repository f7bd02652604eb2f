import { nearestWord } from "@kiln/api";

/** Those that are read elsewhere than where schemas are made. */
const OTHER_NAMES = [
  ...["optional", "required", "enum"].flatMap((name) => [name, `k8s:${name}`]),
  ...["union", "unionDeprecated", "unionMember", "unionDiscriminator", "k8s:unionMember", "k8s:unionDiscriminator"],
  ...["Optional", "Required", "Schemaless"].map((name) => `kubebuilder:validation:${name}`),
  ...["subresource:status", "subresource:scale", "printcolumn", "resource", "storageversion", "unservedversion"]
    .concat(["skipversion", "deprecatedversion", "selectablefield", "metadata"])
    .map((name) => `kubebuilder:${name}`),
];

/** Shorter names have too many neighbours that mean something else. */
const MIN_LENGTH = 6;

/**
 * What to say of a marker that nobody reads, if it looks as if it should have been: it is written almost as one that
 * is known, or stands where only known ones do. Comments have many other markers, which are none of our business.
 */
export function doubtMarker(name: string, known: readonly string[]): string | undefined {
  const names = [...known, ...OTHER_NAMES];
  if (names.includes(name)) {
    return undefined;
  }
  const near = name.length < MIN_LENGTH ? undefined : nearestWord(name, names);
  const isOurs = name.startsWith("kubebuilder:validation:");
  return near === undefined ? (isOurs ? "is unknown" : undefined) : `is unknown; did you mean +${near}?`;
}
