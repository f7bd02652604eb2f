import { openBrowser } from "../pages/open-browser.ts";
import { parsePort } from "../pages/parse-port.ts";
import { readPage } from "../pages/read-page.ts";
import { parseFlags } from "../parse-flags.ts";
import { stopSignal } from "../stop-signal.ts";
import { servePlayground } from "./serve-playground.ts";

export async function runPlayground(args: readonly string[]): Promise<number> {
  const stopped = stopSignal();
  const { values } = parseFlags({
    args: [...args],
    options: { port: { type: "string" }, "no-open": { type: "boolean" } },
  });
  const port = parsePort(values.port);
  const playground = await servePlayground(await readPage("playground"), port);
  process.stdout.write(
    `playground ${playground.url}\n\nThe server runs in the page. Ctrl-C stops serving its files.\n`,
  );
  if (values["no-open"] !== true && process.stdout.isTTY) {
    openBrowser(playground.url);
  }
  await stopped;
  await playground.close();
  return 0;
}
