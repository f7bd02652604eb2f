import type { World } from "../server/open-world.ts";

/** Resources of a running command. */
export interface CommandContext {
  readonly world: World;
  /** Files by name: the texts of the editors. */
  readonly files: ReadonlyMap<string, string>;
  print(text: string): void;
  /** Aborted when the user stops the command. */
  readonly signal: AbortSignal;
}

/** Exit code. */
export type RunCommand = (args: readonly string[], context: CommandContext) => Promise<number>;
