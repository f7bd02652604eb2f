import { loadAccess } from "@kiln/client/node";
import type { ServeOptions } from "./serve-options.ts";

/** Starts the console of --console, which acts as the administrator in this kubeconfig. Undefined without the flag. */
export async function openOwnConsole({
  hasConsole,
  kubeconfig,
}: ServeOptions): Promise<{ close(): Promise<void> } | undefined> {
  if (!hasConsole) {
    return undefined;
  }
  const { openConsole } = await import("../console/run-console.ts");
  const console = await openConsole(loadAccess({ file: kubeconfig }), 0);
  process.stdout.write(`\nconsole ${console.newLink()}\n`);
  return console;
}
