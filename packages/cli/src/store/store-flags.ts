import { join } from "node:path";
import { UsageError } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";

export interface StoreFlags {
  readonly dataDir: string;
  /** Directory of the store itself. */
  readonly directory: string;
  readonly skipsDamaged: boolean;
}

const DATA_DIR = ".kiln";

/** Parses the flags of a command without a file argument. */
export function parseStoreFlags(args: readonly string[]): StoreFlags {
  const { flags, words } = parse(args);
  if (words.length > 0) {
    throw new UsageError(`unexpected argument: ${words[0]}`);
  }
  return flags;
}

/** Parses the flags of a command with one file argument. */
export function parseFileFlags(args: readonly string[]): StoreFlags & { readonly file: string } {
  const { flags, words } = parse(args);
  const [file, more] = words;
  if (file === undefined || more !== undefined) {
    throw new UsageError(file === undefined ? "name the file of the backup" : `unexpected argument: ${more}`);
  }
  return { ...flags, file };
}

function parse(args: readonly string[]): { readonly flags: StoreFlags; readonly words: readonly string[] } {
  const { values, positionals } = parseFlags({
    args: [...args],
    allowPositionals: true,
    options: { "data-dir": { type: "string" }, "skip-damaged": { type: "boolean" } },
  });
  const dataDir = values["data-dir"] ?? DATA_DIR;
  const flags = { dataDir, directory: join(dataDir, "data"), skipsDamaged: values["skip-damaged"] ?? false };
  return { flags, words: positionals };
}
