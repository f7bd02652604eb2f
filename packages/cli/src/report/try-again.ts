/** Runs one round of a watch. An error is printed, and the next change starts another round. */
export async function tryAgain(round: () => unknown): Promise<void> {
  try {
    await round();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}
