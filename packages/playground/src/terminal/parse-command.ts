import { CommandError } from "./split-words.ts";

export interface ParsedCommand {
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, string>;
}

/** Flags by all their names. `valued` flags take a value; the value of others is empty. */
export interface FlagList {
  readonly valued: Readonly<Record<string, string>>;
  readonly plain: Readonly<Record<string, string>>;
}

/** Parses a command; `-o yaml`, `-oyaml`, `--output yaml` and `--output=yaml` are the same. */
export function parseCommand(args: readonly string[], { valued, plain }: FlagList): ParsedCommand {
  const words: string[] = [];
  const flags = new Map<string, string>();
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (!arg.startsWith("-") || arg === "-") {
      words.push(arg);
      continue;
    }
    const [name, attached] = splitFlag(arg);
    const long = valued[name];
    if (long !== undefined) {
      const value = attached ?? rest.shift();
      if (value === undefined) {
        throw new CommandError(`flag needs a value: ${arg}`);
      }
      flags.set(long, value);
    } else if (plain[name] !== undefined) {
      flags.set(plain[name], attached ?? "true");
    } else {
      throw new CommandError(`unknown flag: ${arg}. Known: ${listNames(valued, plain)}`);
    }
  }
  return { words, flags };
}

function splitFlag(arg: string): [name: string, value: string | undefined] {
  if (arg.startsWith("--")) {
    const at = arg.indexOf("=");
    return at < 0 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)];
  }
  return arg.length > 2 ? [arg.slice(0, 2), arg.slice(2).replace(/^=/, "")] : [arg, undefined];
}

function listNames(...lists: readonly Readonly<Record<string, string>>[]): string {
  return lists.flatMap((list) => Object.keys(list)).join(" ");
}
