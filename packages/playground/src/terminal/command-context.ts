import type { World } from "../server/open-world.ts";

/** Access of a running command to the server, the files and the output. */
export interface CommandContext {
  readonly world: World;
  /** Text of the editors by file name. */
  readonly files: ReadonlyMap<string, string>;
  print(text: string): void;
  /** Aborted when the user stops the command. */
  readonly signal: AbortSignal;
}

/** Runs a command; resolves with its exit code. */
export type RunCommand = (args: readonly string[], context: CommandContext) => Promise<number>;
