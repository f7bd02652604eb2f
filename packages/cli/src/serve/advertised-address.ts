import { isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import type { Advertised } from "@kiln/controllers";
import type { ServeOptions } from "./serve-options.ts";

/**
 * Address of the server for clients in a cluster, and its host: that of --advertise-address, the address served on or, as in
 * kube-apiserver, the first of the machine. Undefined if the machine has only loopback.
 */
export function findAdvertised(
  { advertiseAddress, host }: Pick<ServeOptions, "advertiseAddress" | "host">,
  port: number,
): Advertised | undefined {
  const address = advertiseAddress ?? (isReachable(host) ? host : firstAddress());
  return address === undefined ? undefined : { address, port, hostname: hostname() };
}

const ANY_OR_LOOPBACK = /^(?:127\.|0\.0\.0\.0$|::1?$)/;

function isReachable(host: string): boolean {
  return isIP(host) !== 0 && !ANY_OR_LOOPBACK.test(host);
}

function firstAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  return all.find(({ family, internal }) => family === "IPv4" && !internal)?.address;
}
