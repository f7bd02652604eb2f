/**
 * Loaded into Kiln's process before Kiln: on request it collects garbage and tells what is left. Resident memory says
 * more of when the last collection was than of what is held.
 */
const { gc } = globalThis;

process.on("message", () => {
  // The second finds what the first had only marked for its end.
  gc?.();
  gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
process.channel?.unref();
