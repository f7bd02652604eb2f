import { type ClusterAccess, loadAccess, openTransport } from "@kiln/client/node";
import { type Console, startConsole } from "@kiln/console/proxy";
import { openBrowser } from "../pages/open-browser.ts";
import { parsePort } from "../pages/parse-port.ts";
import { readPage } from "../pages/read-page.ts";
import { parseFlags } from "../parse-flags.ts";
import { stopSignal } from "../stop-signal.ts";

export async function runConsole(args: readonly string[]): Promise<number> {
  const stopped = stopSignal();
  const [text, yes] = [{ type: "string" } as const, { type: "boolean" } as const];
  const { values } = parseFlags({
    args: [...args],
    options: { kubeconfig: text, context: text, port: text, "no-open": yes },
  });
  const port = parsePort(values.port);
  const console = await openConsole(loadAccess({ file: values.kubeconfig, context: values.context }), port);
  const link = console.newLink();
  process.stdout.write(`console ${link}\n\nThe link works once. Enter prints a new one, Ctrl-C stops it.\n`);
  if (values["no-open"] !== true && process.stdout.isTTY) {
    openBrowser(link);
  }
  const stopReading = printLinks(console);
  await stopped;
  stopReading();
  await console.close();
  return 0;
}

/** Starts a console for a cluster on this machine. */
export async function openConsole(access: ClusterAccess, port: number): Promise<Console> {
  const { url: server, namespace, context } = access;
  const cluster = { server, namespace, ...(context === undefined ? {} : { context }) };
  return startConsole({ transport: openTransport(access), cluster, files: await readPage("console"), port });
}

/** Prints a new link for each line that the user types. */
function printLinks(console: Console): () => void {
  const onLine = () => process.stdout.write(`console ${console.newLink()}\n`);
  if (process.stdin.isTTY) {
    process.stdin.on("data", onLine);
  }
  return () => {
    process.stdin.off("data", onLine);
    process.stdin.pause();
  };
}
