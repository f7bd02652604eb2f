import { UsageError } from "./command.ts";

/** Value of a flag; throws unless it is an allowed one. */
export function oneOf<T extends string>(flag: string, value: string, words: readonly T[]): T {
  const found = words.find((word) => word === value);
  if (found === undefined) {
    throw new UsageError(`${flag} takes ${words.join(" or ")}, not "${value}"`);
  }
  return found;
}
