const PARENT_CHECK_MS = 500;

/** Resolves on SIGTERM or SIGINT, or when the parent process has ended. */
export function stopSignal(): Promise<void> {
  return new Promise((stop) => {
    process.once("SIGTERM", () => stop());
    process.once("SIGINT", () => stop());
    if (process.env.npm_lifecycle_event === "start" || process.env.KILN_STOP_WITH_PARENT === "1") {
      stopWithParent(stop);
    }
  });
}

/**
 * Stops with the parent process: npm starts a shell that does not forward signals, and a test may be killed. Neither
 * must leave a server behind.
 */
function stopWithParent(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) {
      clearInterval(timer);
      stop();
    }
  }, PARENT_CHECK_MS);
  timer.unref();
}
