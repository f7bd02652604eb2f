import { readFileSync } from "node:fs";
import type { KubeletSettings } from "@kiln/apiserver";
import { UsageError } from "../command.ts";

/** Flags of connections to kubelets, with kube-apiserver's names. */
export interface KubeletOptions {
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
  readonly addressTypes: readonly string[];
}

const ADDRESS_TYPES: readonly string[] = ["Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP"];

export function parseKubeletOptions(flags: Readonly<Record<string, string | undefined>>): KubeletOptions {
  const caFile = flags["kubelet-certificate-authority"];
  const certFile = flags["kubelet-client-certificate"];
  const keyFile = flags["kubelet-client-key"];
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new UsageError("--kubelet-client-certificate and --kubelet-client-key must be set together");
  }
  const types = (flags["kubelet-preferred-address-types"] ?? ADDRESS_TYPES.join()).split(",");
  const unknown = types.find((type) => !ADDRESS_TYPES.includes(type));
  if (unknown !== undefined) {
    throw new UsageError(`--kubelet-preferred-address-types takes ${ADDRESS_TYPES.join(", ")}, not "${unknown}"`);
  }
  return {
    ...(caFile === undefined ? {} : { caFile }),
    ...(certFile === undefined ? {} : { certFile }),
    ...(keyFile === undefined ? {} : { keyFile }),
    addressTypes: types,
  };
}

/** Reads the files for connections to kubelets. Throws if a file cannot be read. */
export function openKubelet({ caFile, certFile, keyFile, addressTypes }: KubeletOptions): KubeletSettings {
  const read = (file: string | undefined) => (file === undefined ? undefined : readFileSync(file, "utf8"));
  return {
    tls: { ca: read(caFile), cert: read(certFile), key: read(keyFile), isUnverified: caFile === undefined },
    addressTypes,
  };
}
