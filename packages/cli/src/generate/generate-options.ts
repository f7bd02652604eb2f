import { UsageError } from "../command.ts";

export interface GenerateOptions {
  readonly inputs: readonly string[];
  /** Folder to write to; the output is printed if absent. */
  readonly output?: string;
  /** Whether to generate types from CRDs, instead of CRDs from types. */
  readonly makesTypes: boolean;
  readonly group?: string;
  /** Whether to print the differences instead of writing files. */
  readonly isCheck: boolean;
  readonly isWatch: boolean;
}

export interface GenerateFlags {
  readonly output?: string | undefined;
  readonly group?: string | undefined;
  readonly types?: boolean | undefined;
  readonly check?: boolean | undefined;
  readonly watch?: boolean | undefined;
}

export function parseGenerateOptions(flags: GenerateFlags, inputs: readonly string[]): GenerateOptions {
  const { output, group, types: makesTypes = false, check: isCheck = false, watch: isWatch = false } = flags;
  if (inputs.length === 0) {
    throw new UsageError(`name ${makesTypes ? "files with CRDs" : "folders with Go or files with TypeScript"}`);
  }
  if (isCheck && (output === undefined || isWatch)) {
    throw new UsageError("--check compares with the files in --output, once");
  }
  return {
    inputs,
    makesTypes,
    isCheck,
    isWatch,
    ...(output === undefined ? {} : { output }),
    ...(group === undefined ? {} : { group }),
  };
}
