import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { UsageError } from "../command.ts";
import { type Flags, parseServeOptions } from "./serve-options.ts";

describe("parseServeOptions()", () => {
  it("serves on loopback, from a folder here, durably, unless told otherwise", () => {
    expect(parseServeOptions({})).toMatchObject({
      host: "127.0.0.1",
      port: 6443,
      dataDir: ".kiln",
      store: { kind: "lmdb" },
      kubeconfig: ".kiln/kubeconfig",
      semantics: "kep",
      limits: { readOnlyInFlight: 400, mutatingInFlight: 200, waitingPerUser: 300, requestTimeoutMs: 60_000 },
    });
  });

  it.each<[Flags, object]>([
    [{ listen: "[::1]:0" }, { host: "::1", port: 0 }],
    [{ listen: ":8443" }, { host: "0.0.0.0", port: 8443 }],
    [{ "data-dir": "d" }, { dataDir: "d", kubeconfig: "d/kubeconfig" }],
    [
      { store: "etcd", "etcd-servers": "http://a:1,http://b:2" },
      { store: { kind: "etcd", servers: ["http://a:1", "http://b:2"] } },
    ],
    [{ "disable-controllers": "namespace-controller" }, { disabledControllers: ["namespace-controller"] }],
    [{ simulate: "true" }, { simulation: { nodes: { count: 3 } } }],
    [{ simulate: "true", "simulate-nodes": "1000" }, { simulation: { nodes: { count: 1000 } } }],
    [{ "feature-gates": "Unions=false" }, { features: { Unions: false, FieldMutability: true } }],
    [
      { store: "etcd", "etcd-servers": "http://me:secret@h:1,http://h:2", verbose: "true" },
      { flags: { store: "etcd", "etcd-servers": "http://CLASSIFIED@h:1,http://h:2", verbose: "true" } },
    ],
    [
      { "request-timeout": "1m30s", "max-requests-inflight": "7" },
      { limits: { requestTimeoutMs: 90_000, readOnlyInFlight: 7 } },
    ],
    [
      { "service-resolver": "hook.ns=127.0.0.1:9443,b.c=[::1]:1" },
      {
        webhooks: {
          services: new Map([
            ["ns/hook", { host: "127.0.0.1", port: 9443 }],
            ["c/b", { host: "::1", port: 1 }],
          ]),
        },
      },
    ],
    [{ "log-level": "silent" }, { logLevel: "silent" }],
    [{}, { workers: 0 }],
    [{ workers: "3" }, { workers: 3 }],
    [{ workers: "auto" }, { workers: Math.max(1, availableParallelism() - 1) }],
    [{}, { http2: "own" }],
    [{ http2: "node" }, { http2: "node" }],
    [{ "disable-admission-plugins": "PodSecurity" }, { admission: { enabled: [], disabled: ["PodSecurity"] } }],
    [{ "tls-san": "kiln.kiln.svc,10.0.0.1" }, { tlsNames: ["kiln.kiln.svc", "10.0.0.1"] }],
    [
      { "bind-address": "0.0.0.0", "secure-port": "0" },
      { host: "0.0.0.0", port: 0 },
    ],
    [{ "secure-port": "8443" }, { host: "127.0.0.1", port: 8443 }],
    [{ "tls-cert-file": "c", "tls-private-key-file": "k" }, { tls: { certFile: "c", keyFile: "k" } }],
  ])("reads %j", (flags, options) => {
    expect(parseServeOptions(flags)).toMatchObject(options);
  });

  it.each<[Flags, string]>([
    [{ workers: "many" }, '--workers takes auto or a number from 0 to 256, not "many"'],
    [{ workers: "257" }, '--workers takes auto or a number from 0 to 256, not "257"'],
    [
      { workers: "2", store: "memory" },
      "--workers takes --store lmdb, whose files the processes share, not memory: leave it out",
    ],
    [{ seed: "1" }, "--seed needs --testing --store memory: uids would be given out again after a restart"],
    [{ seed: "-1", testing: "true", store: "memory" }, '--seed takes a number from 0 on, not "-1"'],
    [{ workers: "2", testing: "true" }, "--testing runs in one process: leave out --workers"],
    [{ workers: "1", simulate: "true" }, "--simulate runs in one process: leave out --workers"],
    [{ listen: "6443" }, '--listen takes HOST:PORT, for example 127.0.0.1:6443, not "6443"'],
    [{ listen: "a:70000" }, '--listen takes HOST:PORT, for example 127.0.0.1:6443, not "a:70000"'],
    [{ store: "disk" }, '--store takes lmdb or memory or etcd, not "disk"'],
    [{ store: "etcd" }, "--store etcd needs --etcd-servers, for example http://127.0.0.1:2379"],
    [
      { testing: "true", store: "etcd", "etcd-servers": "http://a:1" },
      "--testing takes --store lmdb or memory, which can hold forks, not etcd",
    ],
    [{ "log-level": "loud" }, '--log-level takes info or warn or error or silent, not "loud"'],
    [{ http2: "mine" }, '--http2 takes own or node, not "mine"'],
    [{ semantics: "mine" }, '--semantics takes kep or upstream, not "mine"'],
    [
      { "feature-gates": "Magic=true" },
      '--feature-gates knows FieldMutability, Unions, ImmutableEphemeralVolumes, ComponentFlagz, ComponentStatusz, not "Magic"',
    ],
    [{ "feature-gates": "Unions" }, '--feature-gates takes Unions=true or Unions=false, not "Unions"'],
    [
      { "enable-admission-plugins": "Magic" },
      '--enable-admission-plugins, --disable-admission-plugins: there is no admission plugin "Magic"',
    ],
    [
      { "service-resolver": "hook=here" },
      '--service-resolver takes NAME.NAMESPACE=HOST:PORT, separated by commas, not "hook=here"',
    ],
    [{ "tls-san": "a b" }, '--tls-san takes DNS names and IP addresses, separated by commas, not "a b"'],
    [{ listen: "a:1", "secure-port": "1" }, "--listen takes the place of --bind-address and --secure-port"],
    [{ "secure-port": "70000" }, '--secure-port takes a port between 0 and 65535, not "70000"'],
    [{ "bind-address": "here" }, '--bind-address takes an IP address, not "here"'],
    [{ "tls-cert-file": "c" }, "--tls-cert-file and --tls-private-key-file belong together"],
    [{ "max-requests-inflight": "0" }, '--max-requests-inflight takes a number above 0, not "0"'],
    [{ "request-timeout": "soon" }, '--request-timeout takes a duration such as 30s or 1m0s, not "soon"'],
  ])("refuses %j with a sentence that says what would be right", (flags, sentence) => {
    expect(() => parseServeOptions(flags)).toThrow(new UsageError(sentence));
  });
});
