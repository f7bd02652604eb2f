/** One round of a watch: an error is reported, and the next change starts another round. */
export async function tryAgain(round: () => unknown): Promise<void> {
  try {
    await round();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}
