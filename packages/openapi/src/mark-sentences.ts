import type { Union } from "@kiln/schema";

/**
 * Sentences about marks at the end of a field's published description: `kubectl explain` prints nothing but
 * descriptions.
 */
export function mutabilitySentence(mark: unknown): string | undefined {
  return typeof mark === "string" ? MUTABILITY.get(mark) : undefined;
}

const MUTABILITY: ReadonlyMap<string, string> = new Map([
  ["Immutable", "Immutable: cannot be changed once set."],
  ["AddOnly", "AddOnly: can be set later, and cannot be changed or removed once set."],
  ["RemoveOnly", "RemoveOnly: can be removed, and cannot be changed or set again."],
]);

export function keyMutabilitySentence(mark: unknown, of: "items" | "keys"): string | undefined {
  switch (mark) {
    case "Immutable":
      return `Immutable ${of}: ${of} cannot be added or removed.`;
    case "AddOnly":
      return `AddOnly ${of}: ${of} can be added, and cannot be removed.`;
    case "RemoveOnly":
      return `RemoveOnly ${of}: ${of} can be removed, and cannot be added.`;
    default:
      return undefined;
  }
}

/** Sentence about a union for the published description of the object that has it. */
export function unionSentence({ discriminator, members }: Union): string {
  const which = discriminator === undefined ? "" : ` ${discriminator} names it.`;
  return `Union: at most one of ${listed([...members.keys()], "and")} can be set.${which}`;
}

/** Sentences about unions for the published description of a member or discriminator; none for other fields. */
export function memberSentences(field: string, unions: readonly Union[]): string[] {
  return unions.flatMap(({ discriminator, members }) => {
    if (field === discriminator) {
      const values = [...members].map(([member, value]) => `${JSON.stringify(value)} for ${member}`);
      return [`Discriminator of a union: ${listed(values, "and")}.`];
    }
    const value = members.get(field);
    if (value === undefined) {
      return [];
    }
    const others = [...members.keys()].filter((member) => member !== field);
    const which = discriminator === undefined ? "" : ` ${discriminator} is ${JSON.stringify(value)} with it.`;
    return [`${others.length === 0 ? "Member of a union." : memberSentence(others)}${which}`];
  });
}

/**
 * Maximum number of members that a field's description lists; the object's description lists all (a volume has thirty).
 */
const MAX_NAMED = 7;

function memberSentence(others: readonly string[]): string {
  return others.length > MAX_NAMED
    ? "Member of a union: setting it clears the other members."
    : `Member of a union: setting it clears ${listed(others, "and")}.`;
}

function listed(names: readonly string[], word: string): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;
}

/** Description with the sentences appended. */
export function describeWith(description: string | undefined, sentences: readonly string[]): string | undefined {
  return sentences.length === 0
    ? description
    : [description ?? "", ...sentences].filter((text) => text !== "").join(" ");
}
