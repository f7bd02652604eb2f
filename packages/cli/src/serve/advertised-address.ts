import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { Advertised } from "@kiln/controllers";
import type { ServeOptions } from "./serve-options.ts";

/**
 * By which address clients in a cluster find the server: the one that is requested, the one that is served on, or, as
 * for kube-apiserver, the machine's first. Undefined on a machine that has none but loopback.
 */
export function findAdvertised(
  { advertiseAddress, host }: Pick<ServeOptions, "advertiseAddress" | "host">,
  port: number,
): Advertised | undefined {
  const address = advertiseAddress ?? (isReachable(host) ? host : firstAddress());
  return address === undefined ? undefined : { address, port };
}

const ANY_OR_LOOPBACK = /^(?:127\.|0\.0\.0\.0$|::1?$)/;

function isReachable(host: string): boolean {
  return isIP(host) !== 0 && !ANY_OR_LOOPBACK.test(host);
}

function firstAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  return all.find(({ family, internal }) => family === "IPv4" && !internal)?.address;
}
