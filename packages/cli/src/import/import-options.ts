import { statSync } from "node:fs";
import { isEtcdDirectory } from "@kiln/store/etcd-dump";
import { UsageError } from "../command.ts";
import { MANIFEST_FILE } from "../manifests/manifest.ts";
import { parseFlags } from "../parse-flags.ts";
import type { Inclusion } from "./choose-records.ts";
import { isArchive } from "./sources/read-archive.ts";

export type SourceChoice =
  | { readonly kind: "cluster"; readonly kubeconfig: string; readonly context: string | undefined }
  | { readonly kind: "etcd"; readonly endpoints: readonly string[]; readonly tls: TlsFiles }
  | { readonly kind: "etcd-file"; readonly path: string }
  | { readonly kind: "files"; readonly path: string };

export interface TlsFiles {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

export type TargetChoice =
  | { readonly kind: "data-dir"; readonly dataDir: string }
  | { readonly kind: "snapshot"; readonly name: string; readonly kubeconfig: string | undefined };

export interface ImportOptions {
  readonly source: SourceChoice;
  readonly target: TargetChoice;
  readonly inclusion: Inclusion;
  readonly rate: number;
  readonly etcdPrefix: string;
}

const TEXT = { type: "string" } as const;
const YES = { type: "boolean" } as const;
const FLAGS = {
  kubeconfig: TEXT,
  context: TEXT,
  "etcd-servers": TEXT,
  "etcd-prefix": TEXT,
  "etcd-cafile": TEXT,
  "etcd-certfile": TEXT,
  "etcd-keyfile": TEXT,
  "data-dir": TEXT,
  snapshot: TEXT,
  server: TEXT,
  rate: TEXT,
  "include-secrets": YES,
  "include-events": YES,
  "include-webhooks": YES,
};

type Values = { readonly [Name in keyof typeof FLAGS]?: (typeof FLAGS)[Name] extends typeof TEXT ? string : boolean };

/** Parses the flags of `kiln import`. Throws UsageError. */
export function parseImportOptions(args: readonly string[]): ImportOptions {
  const { values, positionals } = parseFlags({ args: [...args], allowPositionals: true, options: FLAGS });
  const given: Values = values;
  const rate = Number(given.rate ?? DEFAULT_RATE);
  if (!Number.isFinite(rate) || rate <= 0) {
    throw new UsageError(`--rate takes a number of requests a second above 0, not "${given.rate}"`);
  }
  return {
    source: chooseSource(given, positionals),
    target: chooseTarget(given),
    rate,
    inclusion: {
      secrets: given["include-secrets"] ?? false,
      events: given["include-events"] ?? false,
      webhooks: given["include-webhooks"] ?? false,
    },
    etcdPrefix: `/${(given["etcd-prefix"] ?? "registry").replace(/^\/+|\/+$/g, "")}/`,
  };
}

const DEFAULT_RATE = 20;

function chooseSource(given: Values, paths: readonly string[]): SourceChoice {
  const { kubeconfig, "etcd-servers": servers } = given;
  const sources = [...paths, ...(kubeconfig ? ["--kubeconfig"] : []), ...(servers ? ["--etcd-servers"] : [])];
  if (sources.length !== 1) {
    const said = sources.length === 0 ? "none is given" : `${sources.join(" and ")} are given`;
    throw new UsageError(`name one source, a PATH or --kubeconfig or --etcd-servers: ${said}`);
  }
  if (kubeconfig) {
    return { kind: "cluster", kubeconfig, context: given.context };
  }
  if (servers) {
    const tls = { ca: given["etcd-cafile"], cert: given["etcd-certfile"], key: given["etcd-keyfile"] };
    return { kind: "etcd", endpoints: servers.split(","), tls };
  }
  return choosePath(paths[0] as string);
}

function choosePath(path: string): SourceChoice {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new UsageError(`there is no file or folder ${path}`);
  }
  const isFiles = found.isDirectory() ? !isEtcdDirectory(path) : isArchive(path) || MANIFEST_FILE.test(path);
  return { kind: isFiles ? "files" : "etcd-file", path };
}

function chooseTarget({ snapshot, server, "data-dir": dataDir }: Values): TargetChoice {
  if (snapshot !== undefined && dataDir !== undefined) {
    throw new UsageError("--snapshot and --data-dir exclude each other");
  }
  if (server !== undefined && snapshot === undefined) {
    throw new UsageError("--server needs --snapshot NAME");
  }
  return snapshot === undefined
    ? { kind: "data-dir", dataDir: dataDir ?? ".kiln" }
    : { kind: "snapshot", name: snapshot, kubeconfig: server };
}
