import { UsageError } from "./command.ts";

/** Runs Node's parser of flags; what it throws about the words is a UsageError. */
export function parseFlags<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    // What Node adds about positional arguments helps nobody here.
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError((message.split(". To specify")[0] as string).replace(/\.$/, ""));
  }
}
