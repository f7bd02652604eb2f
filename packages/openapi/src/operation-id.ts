interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** Id of an operation: `list` and `NamespacedThing` make `listExampleComV1NamespacedThing`. */
export function operationId(verb: string, what: string, { group, version }: GroupVersion): string {
  return verb + [groupWord(group), version, what].map((text) => capitalize(toWord(text))).join("");
}

export function operationTag({ group, version }: GroupVersion): string {
  return `${toWord(groupWord(group))}_${toWord(version)}`;
}

/** Id of an operation on a group. */
export function groupId(verb: string, what: string, group: string): string {
  return verb + capitalize(toWord(groupWord(group))) + what;
}

export function groupTag(group: string): string {
  return toWord(groupWord(group));
}

function groupWord(group: string): string {
  return group === "" ? "core" : group.replace(/\.k8s\.io$/, "");
}

/**
 * Converts to letters, digits and underscores; other characters are removed, and the letter after them is capitalized.
 */
function toWord(text: string): string {
  const parts = text.replace(/^\p{Nd}/u, "-").split(/[^\p{L}\p{Nd}_]+/u);
  return parts.map((part, index) => (index === 0 ? part : capitalize(part))).join("");
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
