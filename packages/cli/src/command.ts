/** One word of the command line. `run` gives the exit code; what it throws is printed as one sentence. */
export interface Command {
  readonly name: string;
  readonly about: string;
  readonly help: string;
  /** What to do where a port is taken, as the end of a sentence. */
  readonly portAdvice?: string;
  run(args: readonly string[]): Promise<number>;
}

/** A file that was named is not what it should be: exit code 2. The message is whole, with its place. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

/** The words of the command line were wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
