import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "./command.ts";
import { didYouMean } from "./did-you-mean.ts";

/** Parses flags with Node's parser, whose errors become UsageErrors. */
export function parseFlags<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // Node's hint about positional arguments is removed: it does not apply here.
    const message = error instanceof Error ? error.message : String(error);
    const sentence = (message.split(". To specify")[0] as string).replace(/\.$/, "");
    const [, unknown] = /^Unknown option '(--.+)'$/.exec(sentence) ?? [];
    const known = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    throw new UsageError(sentence + (unknown === undefined ? "" : didYouMean(unknown, known)));
  }
}
