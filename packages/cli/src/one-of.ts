import { UsageError } from "./command.ts";

/** The word a flag was given, if it is one of those it takes. */
export function oneOf<T extends string>(flag: string, value: string, words: readonly T[]): T {
  const found = words.find((word) => word === value);
  if (found === undefined) {
    throw new UsageError(`${flag} takes ${words.join(" or ")}, not "${value}"`);
  }
  return found;
}
