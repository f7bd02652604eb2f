import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { UsageError } from "../command.ts";
import { stopSignal } from "../stop-signal.ts";

const HEALTHY = '{"health":"true","reason":""}\n';
const NO_STORE = "This stands in for etcd and stores nothing: kiln envtest keeps objects inside its kube-apiserver.\n";

/**
 * Answers envtest's health probe in place of etcd, until a signal. Kiln needs no etcd, but envtest waits for one before
 * it starts the API server.
 */
export async function serveEtcdHealth(args: readonly string[]): Promise<number> {
  const stopped = stopSignal();
  const url = clientUrl(args);
  const server = createServer((request, response) => {
    const isHealth = request.url === "/health";
    response.writeHead(isHealth ? 200 : 501, { "content-type": isHealth ? "application/json" : "text/plain" });
    response.end(isHealth ? HEALTHY : NO_STORE);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(Number(url.port), url.hostname.replace(/^\[(.*)\]$/, "$1"), resolve);
  });
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`ready http://${url.hostname}:${port}\n`);
  await stopped;
  server.closeAllConnections();
  server.close();
  return 0;
}

/** URL of --listen-client-urls; all other flags of etcd are ignored. */
function clientUrl(args: readonly string[]): URL {
  const flag = "--listen-client-urls";
  const at = args.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`));
  const value = args[at]?.includes("=") ? args[at].slice(flag.length + 1) : args[at + 1];
  const [first = ""] = (at < 0 ? "http://localhost:2379" : (value ?? "")).split(",");
  if (!URL.canParse(first)) {
    throw new UsageError(`etcd ${flag} takes a URL such as http://127.0.0.1:2379, not "${first}"`);
  }
  return new URL(first);
}
