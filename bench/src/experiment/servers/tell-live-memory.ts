/**
 * Loaded into Kiln's process before Kiln. On request it collects garbage and reports the remaining bytes: resident
 * memory depends more on the last collection than on live objects.
 */
const { gc } = globalThis;

process.on("message", () => {
  // The second collection frees objects whose finalizers ran after the first.
  gc?.();
  gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
process.channel?.unref();
