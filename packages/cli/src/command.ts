/** A subcommand. `run` returns the exit code; a thrown error is printed as one sentence. */
export interface Command {
  readonly name: string;
  readonly about: string;
  readonly help: string;
  /** Next step to print if the port is in use, as the end of a sentence. */
  readonly portAdvice?: string;
  run(args: readonly string[]): Promise<number>;
}

/** Error of an invalid file: exit code 2. The message is complete, with file and line. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

/** Error of invalid arguments: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
