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
const MAX_DISTANCE = 2;

/**
 * What to say of a marker that nobody reads, if it looks as if it should have been: it is written almost as one that
 * is known, or stands where only known ones do. Comments have many other markers, which are none of our business.
 */
export function doubtMarker(name: string, known: readonly string[]): string | undefined {
  const names = [...known, ...OTHER_NAMES];
  if (names.includes(name)) {
    return undefined;
  }
  const near = name.length < MIN_LENGTH ? undefined : names.find((each) => isNear(name, each));
  const isOurs = name.startsWith("kubebuilder:validation:");
  return near === undefined ? (isOurs ? "is unknown" : undefined) : `is unknown; did you mean +${near}?`;
}

function isNear(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= MAX_DISTANCE && distance(a.toLowerCase(), b.toLowerCase()) <= MAX_DISTANCE;
}

/** How many letters have to be put in, taken out or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] as number) + (letter === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
