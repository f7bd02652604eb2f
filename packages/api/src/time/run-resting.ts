/** Runs work to its end, and `rest` between its slices: a promise to wait for, or undefined to continue at once. */
export async function runResting<Result>(
  slices: Generator<undefined, Result, undefined>,
  rest: () => undefined | Promise<void>,
): Promise<Result> {
  for (;;) {
    const { done, value } = slices.next();
    if (done) {
      return value;
    }
    await rest();
  }
}
