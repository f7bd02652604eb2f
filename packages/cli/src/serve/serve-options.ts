import { existsSync } from "node:fs";
import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type AdmissionChoice, checkPluginChoice } from "@kiln/admission";
import { durationToMs, parseDuration } from "@kiln/api";
import { defaultLimits, type Limits } from "@kiln/apiserver";
import { checkControllerNames, controllerNames } from "@kiln/controllers";
import { allFeatures, type FeatureGates, parseServiceNetwork, type ServiceNetwork } from "@kiln/kinds";
import { UsageError } from "../command.ts";
import { type AuthOptions, parseAuthOptions } from "./auth-options.ts";
import { defaultLogFormat, LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from "./create-logger.ts";
import { type KubeletOptions, parseKubeletOptions } from "./kubelet-options.ts";
import { parseWebhookOptions, type WebhookOptions } from "./open-webhooks.ts";
import { defaultStoreKind, forkableKinds, parseStoreChoice, type StoreChoice, storeKinds } from "./store-backends.ts";

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** Address of the server for clients in a cluster. */
  readonly advertiseAddress?: string;
  readonly dataDir: string;
  readonly store: StoreChoice;
  readonly kubeconfig: string;
  readonly semantics: "kep" | "upstream";
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** Whether to log every request. */
  readonly isVerbose: boolean;
  readonly features: FeatureGates;
  /** Values of all flags, for /flagz. */
  readonly flags: Readonly<Record<string, string>>;
  readonly limits: Limits;
  /** Time for which the server continues to serve after it reports not ready. */
  readonly shutdownDelayMs: number;
  readonly admission: AdmissionChoice;
  readonly webhooks: WebhookOptions;
  readonly kubelet: KubeletOptions;
  /** Service IP range and node ports; kube-apiserver's defaults if absent. */
  readonly serviceNetwork?: ServiceNetwork;
  readonly disabledControllers: readonly string[];
  /** Settings of simulated workloads; absent: none are simulated. */
  readonly simulation?: { readonly nodes: { readonly count: number } };
  /** Implementation of HTTP/2. */
  readonly http2: "own" | "node";
  /** Additional names and addresses in the serving certificate that Kiln creates. */
  readonly tlsNames?: readonly string[];
  /** Files of the serving certificate; absent: Kiln creates one on the first start. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string };
  /** File of a CA for client certificates, besides the server's own. */
  readonly clientCaFile?: string;
  readonly auth: AuthOptions;
  /** File that configures encryption at rest. */
  readonly encryptionFile?: string;
  /** Whether to enable forks, clocks and faults. */
  readonly isTesting: boolean;
  /** With --testing: seed that makes uids and generated names of the base cluster the same in every run. */
  readonly seed?: number;
  /** Number of worker processes that serve requests; 0: the process that owns the store serves them. */
  readonly workers: number;
  /** Whether to serve the console. */
  readonly hasConsole: boolean;
}

export type Flags = Readonly<Record<string, string | undefined>>;

/** Parses flags; throws a UsageError that names the allowed values. */
export function parseServeOptions(flags: Flags): ServeOptions {
  const dataDir = flags["data-dir"] ?? ".kiln";
  const store = parseStore(flags);
  return {
    ...parseAddress(flags),
    ...parseAdvertised(flags),
    dataDir,
    store,
    isTesting: parseTesting(flags, store),
    ...parseSeed(flags),
    workers: parseWorkers(flags),
    hasConsole: flags.console !== undefined,
    kubeconfig: flags.kubeconfig ?? join(dataDir, "kubeconfig"),
    semantics: oneOf("semantics", flags.semantics ?? "kep", ["kep", "upstream"] as const),
    logLevel: oneOf("log-level", flags["log-level"] ?? "info", LOG_LEVELS),
    logFormat: oneOf("log-format", flags["log-format"] ?? defaultLogFormat(), LOG_FORMATS),
    isVerbose: flags.verbose !== undefined,
    features: parseFeatureGates(flags["feature-gates"] ?? ""),
    flags: listFlags(flags),
    limits: parseLimits(flags),
    shutdownDelayMs: parseDelay("shutdown-delay-duration", flags),
    admission: parseAdmission(flags),
    webhooks: parseWebhookOptions(flags),
    kubelet: parseKubeletOptions(flags),
    ...parseServiceRange(flags),
    disabledControllers: parseDisabledControllers(flags),
    ...parseSimulation(flags),
    http2: oneOf("http2", flags.http2 ?? "own", ["own", "node"] as const),
    ...parseTls(flags),
    ...(flags["tls-san"] === undefined ? {} : { tlsNames: parseNames(flags["tls-san"]) }),
    ...(flags["client-ca-file"] === undefined ? {} : { clientCaFile: flags["client-ca-file"] }),
    auth: parseAuthOptions(flags),
    ...(flags["encryption-provider-config"] === undefined
      ? {}
      : { encryptionFile: flags["encryption-provider-config"] }),
  };
}

function parseAddress(flags: Flags): { host: string; port: number } {
  const { listen, "bind-address": host = "127.0.0.1", "secure-port": port = "6443" } = flags;
  const isInParts = flags["bind-address"] !== undefined || flags["secure-port"] !== undefined;
  if (listen !== undefined && isInParts) {
    throw new UsageError("--listen takes the place of --bind-address and --secure-port");
  }
  if (listen !== undefined || !isInParts) {
    return parseListen(listen ?? `${host}:${port}`);
  }
  if (isIP(host) === 0) {
    throw new UsageError(`--bind-address takes an IP address, not "${host}"`);
  }
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
    throw new UsageError(`--secure-port takes a port between 0 and 65535, not "${port}"`);
  }
  return { host, port: Number(port) };
}

export function parseListen(text: string, flag = "--listen"): { host: string; port: number } {
  const match = /^(.*):(\d{1,5})$/.exec(text);
  const port = Number(match?.[2]);
  if (match === null || port > 65535) {
    throw new UsageError(`${flag} takes HOST:PORT, for example 127.0.0.1:6443, not "${text}"`);
  }
  // An empty host means all addresses; an IPv6 address is in brackets.
  const host = (match[1] ?? "").replace(/^\[(.*)\]$/, "$1") || "0.0.0.0";
  return { host, port };
}

function parseAdvertised(flags: Flags): Pick<ServeOptions, "advertiseAddress"> {
  const address = flags["advertise-address"];
  if (address !== undefined && isIP(address) === 0) {
    throw new UsageError(`--advertise-address takes an IP address, not "${address}"`);
  }
  return address === undefined ? {} : { advertiseAddress: address };
}

function parseStore(flags: Flags): StoreChoice {
  return parseStoreChoice(oneOf("store", flags.store ?? defaultStoreKind, storeKinds), flags);
}

function parseTesting({ testing }: Flags, { kind }: StoreChoice): boolean {
  if (testing !== undefined && !forkableKinds.includes(kind)) {
    throw new UsageError(`--testing takes --store ${forkableKinds.join(" or ")}, which can hold forks, not ${kind}`);
  }
  return testing !== undefined;
}

function parseSeed({ seed, testing, store }: Flags): Pick<ServeOptions, "seed"> {
  if (seed === undefined) {
    return {};
  }
  if (testing === undefined || store !== "memory") {
    throw new UsageError("--seed needs --testing --store memory: uids would be given out again after a restart");
  }
  if (!/^\d{1,15}$/.test(seed)) {
    throw new UsageError(`--seed takes a number from 0 on, not "${seed}"`);
  }
  return { seed: Number(seed) };
}

/** Maximum number of processes; a larger one is a typing error. */
const MAX_WORKERS = 256;

function parseWorkers({ workers: text = "0", store = defaultStoreKind, testing, simulate }: Flags): number {
  // One core is left for the primary, which makes every write durable.
  const workers = text === "auto" ? Math.max(1, availableParallelism() - 1) : Number(text);
  if (!/^(auto|\d{1,3})$/.test(text) || workers > MAX_WORKERS) {
    throw new UsageError(`--workers takes auto or a number from 0 to ${MAX_WORKERS}, not "${text}"`);
  }
  if (workers > 0 && store !== "lmdb") {
    throw new UsageError(`--workers takes --store lmdb, whose files the processes share, not ${store}: leave it out`);
  }
  if (workers > 0 && (testing !== undefined || simulate !== undefined)) {
    const flag = testing === undefined ? "--simulate" : "--testing";
    throw new UsageError(`${flag} runs in one process: leave out --workers`);
  }
  return workers;
}

const HOST_NAME = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/i;

function parseNames(text: string): readonly string[] {
  const names = text.split(/[,\n]/).filter((name) => name !== "");
  const wrong = names.find((name) => isIP(name) === 0 && !HOST_NAME.test(name));
  if (wrong !== undefined) {
    throw new UsageError(`--tls-san takes DNS names and IP addresses, separated by commas, not "${wrong}"`);
  }
  return names;
}

function parseTls(flags: Flags): Pick<ServeOptions, "tls"> {
  const certFile = flags["tls-cert-file"];
  const keyFile = flags["tls-private-key-file"];
  if (certFile === undefined && keyFile === undefined) {
    return findPair(flags["cert-dir"]);
  }
  if (certFile === undefined || keyFile === undefined) {
    throw new UsageError("--tls-cert-file and --tls-private-key-file belong together");
  }
  return { tls: { certFile, keyFile } };
}

/** Kubernetes: a pair by these names in the folder is used if it is there (options/serving.go MaybeDefaultWithSelfSignedCerts, v1.36). */
function findPair(folder: string | undefined): Pick<ServeOptions, "tls"> {
  if (folder === undefined) {
    return {};
  }
  const tls = { certFile: join(folder, "apiserver.crt"), keyFile: join(folder, "apiserver.key") };
  return existsSync(tls.certFile) && existsSync(tls.keyFile) ? { tls } : {};
}

/** Kubernetes: two ranges may be given, one of each family (app/options/completion.go getServiceIPAndRanges, v1.36). */
function parseServiceRange(flags: Flags): Pick<ServeOptions, "serviceNetwork"> {
  const text = flags["service-cluster-ip-range"];
  if (text === undefined) {
    return {};
  }
  const first = text.split(",").find((range) => !range.includes(":")) ?? text;
  const { value, error } = parseServiceNetwork(first);
  if (error !== undefined) {
    throw new UsageError(`--service-cluster-ip-range ${error}`);
  }
  return { serviceNetwork: value };
}

function parseAdmission(flags: Flags): AdmissionChoice {
  const namesIn = (flag: string) => (flags[flag] ?? "").split(",").filter((name) => name !== "");
  const choice = { enabled: namesIn("enable-admission-plugins"), disabled: namesIn("disable-admission-plugins") };
  const fault = checkPluginChoice(choice);
  if (fault !== undefined) {
    throw new UsageError(`--enable-admission-plugins, --disable-admission-plugins: ${fault}`);
  }
  return choice;
}

function parseDisabledControllers(flags: Flags): readonly string[] {
  const given = (flags["disable-controllers"] ?? "").split(",").filter((name) => name !== "");
  const names = given.flatMap((name) => (name === "*" ? controllerNames : [name]));
  const fault = checkControllerNames(names);
  if (fault !== undefined) {
    throw new UsageError(`--disable-controllers: ${fault}`);
  }
  return names;
}

const DEFAULT_NODES = 3;
/** Settings of --simulate without further flags. */
export const DEFAULT_SIMULATION: NonNullable<ServeOptions["simulation"]> = { nodes: { count: DEFAULT_NODES } };
/** Maximum number of simulated nodes. */
const MAX_NODES = 100_000;

function parseSimulation(flags: Flags): Pick<ServeOptions, "simulation"> {
  const text = flags["simulate-nodes"];
  if (flags.simulate === undefined) {
    if (text !== undefined) {
      throw new UsageError("--simulate-nodes has no effect without --simulate: add --simulate");
    }
    return {};
  }
  const count = text === undefined ? DEFAULT_NODES : Number(text);
  if (!Number.isInteger(count) || count < 0 || count > MAX_NODES || text === "") {
    throw new UsageError(`--simulate-nodes takes a number from 0 to ${MAX_NODES}, not "${text}"`);
  }
  return { simulation: { nodes: { count } } };
}

function parseLimits(flags: Flags): Limits {
  const timeout = flags["request-timeout"];
  return {
    ...defaultLimits,
    readOnlyInFlight: parseCount("max-requests-inflight", flags, defaultLimits.readOnlyInFlight),
    mutatingInFlight: parseCount("max-mutating-requests-inflight", flags, defaultLimits.mutatingInFlight),
    requestTimeoutMs: timeout === undefined ? defaultLimits.requestTimeoutMs : parseTimeout(timeout),
  };
}

function parseCount(flag: string, flags: Flags, usual: number): number {
  const text = flags[flag];
  if (text !== undefined && !/^[1-9]\d{0,8}$/.test(text)) {
    throw new UsageError(`--${flag} takes a number above 0, not "${text}"`);
  }
  return text === undefined ? usual : Number(text);
}

function parseTimeout(text: string): number {
  const { value } = parseDuration(text);
  if (value === undefined || value <= 0n) {
    throw new UsageError(`--request-timeout takes a duration such as 30s or 1m0s, not "${text}"`);
  }
  return durationToMs(value);
}

/** Flags that were set, without the credentials in URLs. */
function listFlags(flags: Flags): Record<string, string> {
  const set = Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return Object.fromEntries(
    set.map(([name, value]) => [name, value.replaceAll(/(:\/\/)[^/@\s,]*@/g, "$1CLASSIFIED@")]),
  );
}

function parseDelay(flag: string, flags: Flags): number {
  const text = flags[flag] ?? "0s";
  const { value } = parseDuration(text);
  if (value === undefined || value < 0n) {
    throw new UsageError(`--${flag} takes a duration such as 10s, not "${text}"`);
  }
  return durationToMs(value);
}

function parseFeatureGates(text: string): FeatureGates {
  const gates: Record<string, boolean> = { ...allFeatures };
  for (const part of text.split(",").filter((piece) => piece !== "")) {
    const [name = "", value] = part.split("=");
    if (!Object.hasOwn(allFeatures, name)) {
      throw new UsageError(`--feature-gates knows ${Object.keys(allFeatures).join(", ")}, not "${name}"`);
    }
    if (value !== "true" && value !== "false") {
      throw new UsageError(`--feature-gates takes ${name}=true or ${name}=false, not "${part}"`);
    }
    gates[name] = value === "true";
  }
  return gates as unknown as FeatureGates;
}

function oneOf<T extends string>(flag: string, value: string, known: readonly T[]): T {
  const found = known.find((candidate) => candidate === value);
  if (found === undefined) {
    throw new UsageError(`--${flag} takes ${known.join(" or ")}, not "${value}"`);
  }
  return found;
}
