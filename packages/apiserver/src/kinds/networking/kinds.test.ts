import type { JsonObject } from "@kiln/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeChange, judgeNew, type Sample } from "../../testing/judge-object.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

// The expected messages equal those of Kubernetes.
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ semantics: "upstream" });
});
afterAll(() => server.close());

describe("an Ingress", () => {
  const sample: Sample = {
    path: "/apis/networking.k8s.io/v1/namespaces/default/ingresses",
    object: {
      apiVersion: "networking.k8s.io/v1",
      kind: "Ingress",
      metadata: { name: "ing1" },
      spec: {
        ingressClassName: "c",
        defaultBackend: { service: { name: "s", port: { number: 80 } } },
        tls: [{ hosts: ["a.example.com", "*.b.com"], secretName: "sec" }],
        rules: [
          {
            host: "a.example.com",
            http: {
              paths: [
                { path: "/x", pathType: "Prefix", backend: { service: { name: "s", port: { name: "http" } } } },
                {
                  path: "/y",
                  pathType: "ImplementationSpecific",
                  backend: { resource: { apiGroup: "a.b", kind: "K", name: "n" } },
                },
              ],
            },
          },
          {
            host: "*.foo.com",
            http: {
              paths: [{ path: "/x", pathType: "Exact", backend: { service: { name: "s", port: { name: "http" } } } }],
            },
          },
        ],
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      { spec: { rules: null, defaultBackend: null } },
      "spec: Invalid value: null: either `defaultBackend` or `rules` must be specified",
    ],
    [
      { spec: { defaultBackend: { resource: { kind: "a", name: "b" } } } },
      'spec.defaultBackend: Invalid value: "": cannot set both resource and service backends',
    ],
    [
      { spec: { defaultBackend: { service: { name: "A_", port: { name: "x" } } } } },
      "[spec.defaultBackend.service.name: Invalid value: \"A_\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?'), spec.defaultBackend: Invalid value: \"\": cannot set both port name & port number]",
    ],
    [
      { spec: { defaultBackend: { service: { port: { number: 0 } } } } },
      "spec.defaultBackend: Required value: port name or number is required",
    ],
    [
      { spec: { tls: [{ hosts: ["*", "A_"], secretName: "A_" }] } },
      "[spec.tls[0].hosts[0]: Invalid value: \"*\": a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'), spec.tls[0].hosts[1]: Invalid value: \"A_\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'), spec.tls[0].secretName: Invalid value: \"A_\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')]",
    ],
    [
      {
        spec: {
          rules: [{ host: "1.2.3.4", http: { paths: [] } }, { host: "*.*.a" }, { http: { paths: [{ backend: {} }] } }],
        },
      },
      "[spec.rules[0].host: Invalid value: \"1.2.3.4\": must be a DNS name, not an IP address, spec.rules[0].http.paths: Required value, spec.rules[1].host: Invalid value: \"*.*.a\": a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'), spec.rules[2].http.paths[0].pathType: Required value: pathType must be specified]",
    ],
    [
      {
        spec: {
          rules: [
            {
              http: {
                paths: [
                  { path: "x//./%2f/..", pathType: "Exact", backend: {} },
                  { path: "x", pathType: "ImplementationSpecific", backend: { resource: { kind: "", name: "a/b" } } },
                  { path: "/", pathType: "Odd", backend: { service: { name: "s", port: { number: 70000 } } } },
                ],
              },
            },
          ],
        },
      },
      '[spec.rules[0].http.paths[0].path: Invalid value: "x//./%2f/..": must be an absolute path, spec.rules[0].http.paths[0].path: Invalid value: "x//./%2f/..": must not contain \'//\', spec.rules[0].http.paths[0].path: Invalid value: "x//./%2f/..": must not contain \'/./\', spec.rules[0].http.paths[0].path: Invalid value: "x//./%2f/..": must not contain \'%2f\', spec.rules[0].http.paths[0].path: Invalid value: "x//./%2f/..": cannot end with \'/..\', spec.rules[0].http.paths[0].backend: Invalid value: "": resource or service backend is required, spec.rules[0].http.paths[1].path: Invalid value: "x": must be an absolute path, spec.rules[0].http.paths[1].backend.resource.kind: Required value, spec.rules[0].http.paths[1].backend.resource.name: Invalid value: "a/b": may not contain \'/\', spec.rules[0].http.paths[2].pathType: Unsupported value: "Odd": supported values: "Exact", "ImplementationSpecific", "Prefix", spec.rules[0].http.paths[2].backend.service.port.number: Invalid value: 70000: must be between 1 and 65535, inclusive]',
    ],
    [
      { metadata: { annotations: { "kubernetes.io/ingress.class": "x" } } },
      'annotations.kubernetes.io/ingress.class: Invalid value: "x": must match `ingressClassName` when both are specified',
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });
});

describe("an IngressClass", () => {
  const sample: Sample = {
    path: "/apis/networking.k8s.io/v1/ingressclasses",
    object: {
      apiVersion: "networking.k8s.io/v1",
      kind: "IngressClass",
      metadata: { name: "ic1" },
      spec: {
        controller: "example.com/c",
        parameters: { apiGroup: "a.b", kind: "K", name: "n", scope: "Namespace", namespace: "ns" },
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      { spec: { controller: "x" } },
      'spec.controller: Invalid value: "x": must be a domain-prefixed path (such as "acme.io/foo")',
    ],
    [
      { spec: { parameters: { scope: "Cluster" } } },
      "spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'",
    ],
    [
      { spec: { parameters: { namespace: null } } },
      "spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'",
    ],
    [
      { spec: { parameters: { kind: "", name: "a/b", scope: "Odd" } } },
      '[spec.parameters.kind: Required value, spec.parameters.name: Invalid value: "a/b": may not contain \'/\', spec.parameters.scope: Unsupported value: "Odd": supported values: "Cluster", "Namespace"]',
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [{ spec: { controller: "example.com/d" } }, 'spec.controller: Invalid value: "example.com/d": field is immutable'],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });
});

describe("a NetworkPolicy", () => {
  const sample: Sample = {
    path: "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies",
    object: {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: "np1" },
      spec: {
        podSelector: { matchLabels: { a: "b" } },
        policyTypes: ["Ingress", "Egress"],
        ingress: [
          {
            ports: [{ protocol: "TCP", port: 80, endPort: 90 }, { port: "http" }],
            from: [
              { podSelector: { matchLabels: { a: "b" } } },
              { namespaceSelector: {} },
              { ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } },
            ],
          },
        ],
        egress: [{ to: [{ ipBlock: { cidr: "2001:db8::/32", except: ["2001:db8:1::/48"] } }] }],
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      { spec: { policyTypes: ["Odd"] } },
      'spec.policyTypes[0]: Unsupported value: "Odd": supported values: "Ingress", "Egress"',
    ],
    [
      { spec: { policyTypes: ["Ingress", "Egress", "Ingress"] } },
      'spec.policyTypes: Invalid value: ["Ingress","Egress","Ingress"]: may not specify more than two policyTypes',
    ],
    [
      {
        spec: {
          ingress: [
            {
              ports: [
                { protocol: "Odd", port: 0 },
                { endPort: 3 },
                { port: "x", endPort: 3 },
                { port: 80, endPort: 3 },
              ],
            },
          ],
        },
      },
      '[spec.ingress[0].ports[0].protocol: Unsupported value: "Odd": supported values: "TCP", "UDP", "SCTP", spec.ingress[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive, spec.ingress[0].ports[1].endPort: Invalid value: 3: may not be specified when `port` is not specified, spec.ingress[0].ports[2].endPort: Invalid value: 3: may not be specified when `port` is non-numeric, spec.ingress[0].ports[3].endPort: Invalid value: 80: must be greater than or equal to `port`]',
    ],
    [
      {
        spec: {
          ingress: [
            {
              from: [
                {},
                { ipBlock: { cidr: "10.0.0.0/8", except: ["11.0.0.0/8", "x"] }, podSelector: {} },
                { ipBlock: {} },
                { ipBlock: { cidr: "10.0.0.1/8" } },
              ],
            },
          ],
        },
      },
      '[spec.ingress[0].from[0]: Required value: must specify a peer, spec.ingress[0].from[1].ipBlock.except[0]: Invalid value: "11.0.0.0/8": must be a strict subset of `cidr`, spec.ingress[0].from[1].ipBlock.except[1]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64), spec.ingress[0].from[1]: Forbidden: may not specify both ipBlock and another peer, spec.ingress[0].from[2].ipBlock.cidr: Required value, spec.ingress[0].from[3].ipBlock.cidr: Invalid value: "10.0.0.1/8": must not have bits set beyond the prefix length]',
    ],
    [
      { spec: { podSelector: { matchExpressions: [{ key: "a", operator: "Odd" }] } } },
      'spec.podSelector.matchExpressions[0].operator: Invalid value: "Odd": not a valid selector operator',
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });
});

describe("an IPAddress", () => {
  const sample: Sample = {
    path: "/apis/networking.k8s.io/v1/ipaddresses",
    object: {
      apiVersion: "networking.k8s.io/v1",
      kind: "IPAddress",
      metadata: { name: "192.168.9.9" },
      spec: { parentRef: { group: "a.b", resource: "r", name: "n", namespace: "ns" } },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      { metadata: { name: "x" } },
      'metadata.name: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ],
    [
      { metadata: { name: "2001:DB8::1" } },
      'metadata.name: Invalid value: "2001:DB8::1": must be in canonical form ("2001:db8::1")',
    ],
    [{ spec: { parentRef: null } }, "spec.parentRef: Required value"],
    [
      { spec: { parentRef: { group: "A_", resource: "", name: "a/b" } } },
      "[spec.parentRef.group: Invalid value: \"A_\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'), spec.parentRef.resource: Required value, spec.parentRef.name: Invalid value: \"a/b\": may not contain '/']",
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [
      { spec: { parentRef: { name: "other" } } },
      'spec.parentRef: Invalid value: {"Group":"a.b","Resource":"r","Namespace":"ns","Name":"other"}: field is immutable',
    ],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });
});

describe("a ServiceCIDR", () => {
  const sample: Sample = {
    path: "/apis/networking.k8s.io/v1/servicecidrs",
    object: {
      apiVersion: "networking.k8s.io/v1",
      kind: "ServiceCIDR",
      metadata: { name: "scidr1" },
      spec: { cidrs: ["10.5.0.0/24"] },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [{ spec: { cidrs: null } }, "spec.cidrs: Required value: at least one CIDR required"],
    [
      { spec: { cidrs: ["10.5.0.1/24"] } },
      'spec.cidrs[0]: Invalid value: "10.5.0.1/24": must not have bits set beyond the prefix length',
    ],
    [
      { spec: { cidrs: ["10.5.0.0/24", "10.6.0.0/24"] } },
      'spec.cidrs: Invalid value: ["10.5.0.0/24","10.6.0.0/24"]: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
    ],
    [
      { spec: { cidrs: ["a", "b", "c"] } },
      'spec.cidrs: Invalid value: {"CIDRs":["a","b","c"]}: may only hold up to 2 values',
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [{ spec: { cidrs: ["10.6.0.0/24"] } }, 'spec.cidrs[0]: Invalid value: "10.6.0.0/24": field is immutable'],
    [{ spec: { cidrs: ["10.5.0.0/24", "2001:db8::/64"] } }, ""],
    [{ spec: { cidrs: null } }, "spec.cidrs: Invalid value: null: field is immutable"],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });
});
