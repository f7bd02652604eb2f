const LONGEST_MS = 60_000;

/** Waits for a state rather than for a time: how long that takes is up to the machine. */
export async function until(isSo: () => Promise<boolean>): Promise<boolean> {
  for (const endMs = performance.now() + LONGEST_MS; performance.now() < endMs; ) {
    if (await isSo().catch(() => false)) {
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}
