/** Repeats `ask` until its checks pass: other processes have no clock that a test could advance. */
export async function poll<T>(ask: () => T | Promise<T>): Promise<T> {
  const until = performance.now() + 20_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > until) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
