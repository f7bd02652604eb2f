import { UsageError } from "../command.ts";
import { oneOf } from "../one-of.ts";

export interface CheckOptions {
  readonly olds: readonly string[];
  readonly news: readonly string[];
  readonly definitions: readonly string[];
  /** Git revision of the old state. */
  readonly base?: string;
  readonly format: "text" | "json";
  readonly semantics: "kep" | "upstream";
  readonly namespace: string;
  readonly isQuiet: boolean;
  /** Whether unknown and repeated fields are errors. */
  readonly isStrict: boolean;
}

export interface CheckFlags {
  readonly crd?: readonly string[] | undefined;
  readonly base?: string | undefined;
  readonly output?: string | undefined;
  readonly semantics?: string | undefined;
  readonly namespace?: string | undefined;
  readonly quiet?: boolean | undefined;
  readonly strict?: boolean | undefined;
}

export function parseCheckOptions(flags: CheckFlags, paths: readonly string[]): CheckOptions {
  const { crd = [], base, output = "text", semantics = "kep", namespace = "default" } = flags;
  if (paths.length === 0) {
    throw new UsageError("name a file or folder with the objects to check");
  }
  if (base === undefined && paths.length > 2) {
    throw new UsageError("at most two paths: what is there now, and what it is to become");
  }
  const [first = "", second] = paths;
  const isUpdate = base === undefined && second !== undefined;
  return {
    olds: base !== undefined ? paths : isUpdate ? [first] : [],
    news: isUpdate ? [second] : paths,
    definitions: crd,
    format: oneOf("--output", output, ["text", "json"] as const),
    semantics: oneOf("--semantics", semantics, ["kep", "upstream"] as const),
    namespace,
    isQuiet: flags.quiet === true,
    isStrict: flags.strict === true,
    ...(base === undefined ? {} : { base }),
  };
}
