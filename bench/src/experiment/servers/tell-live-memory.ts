/**
 * Loaded into Kiln's process before Kiln: on request it collects garbage and reports the remaining bytes. Resident
 * memory depends more on the last collection than on the live objects.
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
