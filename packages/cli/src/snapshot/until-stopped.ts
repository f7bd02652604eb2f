/** Resolves at the first signal to stop; a second one ends the process at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = () => {
      if (isStopping) {
        process.exit(1);
      }
      isStopping = true;
      resolve();
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
  });
}
