/** One round of a watch: what goes wrong is told, and the next change gets its chance. */
export async function tryAgain(round: () => unknown): Promise<void> {
  try {
    await round();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}
