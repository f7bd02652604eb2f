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

describe("a Service", () => {
  const sample: Sample = {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "s1" },
      spec: {
        selector: { a: "b" },
        ports: [
          { name: "p", port: 80, targetPort: 8080, protocol: "TCP", appProtocol: "http" },
          { name: "q", port: 81, targetPort: "web", protocol: "UDP" },
        ],
        type: "ClusterIP",
        sessionAffinity: "ClientIP",
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 100 } },
        internalTrafficPolicy: "Cluster",
        trafficDistribution: "PreferClose",
        externalIPs: ["1.2.3.4"],
        externalTrafficPolicy: "Cluster",
        publishNotReadyAddresses: true,
        ipFamilies: ["IPv4"],
        ipFamilyPolicy: "SingleStack",
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [{ spec: { ports: null } }, "spec.ports: Required value"],
    [
      {
        spec: {
          ports: [{ name: "A_", port: 0, protocol: "Odd", targetPort: "A_", appProtocol: "a/b/c" }, { port: 80 }],
        },
      },
      "[spec.ports[0].name: Invalid value: \"A_\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?'), spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive, spec.ports[0].protocol: Unsupported value: \"Odd\": supported values: \"SCTP\", \"TCP\", \"UDP\", spec.ports[0].targetPort: Invalid value: \"A_\": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-), spec.ports[0].targetPort: Invalid value: \"A_\": must contain at least one letter (a-z), spec.ports[0].appProtocol: Invalid value: \"a/b/c\": a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName'), spec.ports[1].name: Required value]",
    ],
    [
      {
        spec: {
          ports: [
            { name: "a", port: 80 },
            { name: "a", port: 80 },
          ],
        },
      },
      '[spec.ports[1].name: Duplicate value: "a", spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,"TargetPort":0,"NodePort":0}]',
    ],
    [
      { spec: { ports: [{ port: 80, nodePort: 30000 }] } },
      "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
    ],
    [
      { spec: { selector: { "a b": "c d" } } },
      "[spec.selector: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'), spec.selector: Invalid value: \"c d\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')]",
    ],
    [
      { spec: { sessionAffinity: "Odd" } },
      'spec.sessionAffinity: Unsupported value: "Odd": supported values: "ClientIP", "None"',
    ],
    [
      { spec: { sessionAffinityConfig: { clientIP: { timeoutSeconds: 100000 } } } },
      "spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 100000: must be greater than 0 and less than 86400",
    ],
    [
      { spec: { clusterIP: "x" } },
      'spec.clusterIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ],
    [
      { spec: { clusterIP: "10.0.0.5", clusterIPs: ["10.0.0.6"] } },
      'spec.clusterIPs: Invalid value: ["10.0.0.6"]: first value must match `clusterIP`',
    ],
    [
      { spec: { clusterIP: "None", clusterIPs: ["None", "10.0.0.6"] } },
      'spec.clusterIPs: Invalid value: ["None","10.0.0.6"]: \'None\' must be the first and only value',
    ],
    [
      { spec: { ipFamilies: ["IPv4", "Odd", "IPv4"], ipFamilyPolicy: "Odd" } },
      '[spec.ipFamilies[1]: Unsupported value: "Odd": supported values: "IPv4", "IPv6", spec.ipFamilies[2]: Duplicate value: "IPv4", spec.ipFamilyPolicy: Unsupported value: "Odd": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"]',
    ],
    [{ spec: { ipFamilies: ["IPv6"] } }, 'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster'],
    [
      { spec: { ipFamilyPolicy: "RequireDualStack" } },
      'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
    ],
    [
      { spec: { externalIPs: ["127.0.0.1", "0.0.0.0", "ff02::1", "x"] } },
      '[spec.externalIPs[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128), spec.externalIPs[1]: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0), spec.externalIPs[2]: Invalid value: "ff02::1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10), spec.externalIPs[3]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)]',
    ],
    [
      { spec: { type: "Odd" } },
      '[spec.type: Unsupported value: "Odd": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort", spec.externalTrafficPolicy: Invalid value: "Cluster": may only be set for externally-accessible services]',
    ],
    [
      { spec: { type: "NodePort", clusterIP: "None" } },
      "spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for NodePort services",
    ],
    [
      {
        spec: {
          loadBalancerClass: "x",
          allocateLoadBalancerNodePorts: true,
          loadBalancerSourceRanges: ["x"],
          healthCheckNodePort: 30000,
        },
      },
      "[spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer', spec.LoadBalancerSourceRanges[0]: Invalid value: \"x\": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64), spec.allocateLoadBalancerNodePorts: Forbidden: may only be used when `type` is 'LoadBalancer', spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer', spec.healthCheckNodePort: Invalid value: 30000: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local']",
    ],
    [
      { spec: { externalIPs: null } },
      'spec.externalTrafficPolicy: Invalid value: "Cluster": may only be set for externally-accessible services',
    ],
    [
      { spec: { externalTrafficPolicy: "Odd", internalTrafficPolicy: "Odd", trafficDistribution: "Odd" } },
      '[spec.externalTrafficPolicy: Unsupported value: "Odd": supported values: "Cluster", "Local", spec.internalTrafficPolicy: Unsupported value: "Odd": supported values: "Cluster", "Local", spec.trafficDistribution: Unsupported value: "Odd": supported values: "PreferClose", "PreferSameZone", "PreferSameNode"]',
    ],
    [
      {
        metadata: {
          annotations: {
            "service.kubernetes.io/topology-aware-hints": "a",
            "service.kubernetes.io/topology-mode": "b",
          },
        },
      },
      'metadata.annotations[service.kubernetes.io/topology-mode]: Invalid value: "b": must match annotations[service.kubernetes.io/topology-aware-hints] when both are specified',
    ],
    [
      { metadata: { annotations: { "service.beta.kubernetes.io/load-balancer-source-ranges": "x" } } },
      "[metadata.annotations[service.beta.kubernetes.io/load-balancer-source-ranges]: Forbidden: may only be used when `type` is 'LoadBalancer', metadata.annotations[service.beta.kubernetes.io/load-balancer-source-ranges]: Invalid value: \"x\": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)]",
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [{ spec: { type: "ExternalName", externalName: "x.y" } }, ""],
    [{ spec: { type: "ExternalName" } }, "spec.externalName: Required value"],
    [{ spec: { type: "NodePort" } }, ""],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });
});

describe("a headless Service", () => {
  const sample: Sample = {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "s4" },
      spec: { clusterIP: "None", ports: [{ port: 80 }], selector: { a: "b" }, type: "ClusterIP" },
    },
  };

  it.each<[JsonObject, string]>([
    [{ spec: { clusterIP: "10.0.0.99" } }, 'spec.clusterIPs[0]: Invalid value: ["10.0.0.99"]: may not change once set'],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });
});

describe("a Service with a balancer", () => {
  const sample: Sample = {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "s2" },
      spec: {
        selector: { a: "b" },
        ports: [{ name: "p", port: 80, nodePort: 30456 }],
        type: "LoadBalancer",
        externalTrafficPolicy: "Local",
        healthCheckNodePort: 30457,
        loadBalancerClass: "a.b/c",
        loadBalancerSourceRanges: ["10.0.0.0/8", " 192.168.0.0/16 "],
        allocateLoadBalancerNodePorts: true,
        loadBalancerIP: "1.2.3.4",
      },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      { spec: { loadBalancerSourceRanges: ["x", "10.0.0.1/8"] } },
      '[spec.LoadBalancerSourceRanges[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64), spec.LoadBalancerSourceRanges[1]: Invalid value: "10.0.0.1/8": must not have bits set beyond the prefix length]',
    ],
    [
      { spec: { loadBalancerClass: "a/b/c" } },
      "spec.loadBalancerClass: Invalid value: \"a/b/c\": a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [
      { spec: { loadBalancerClass: "x.y/z" } },
      'spec.loadBalancerClass: Invalid value: "x.y/z": may not change once set',
    ],
    [{ spec: { healthCheckNodePort: 30458 } }, "spec.healthCheckNodePort: Forbidden: field is immutable"],
    [
      { spec: { type: "ClusterIP" } },
      "spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'",
    ],
  ])("is judged when it changes to %j", async (patch, faults) => {
    expect(await judgeChange(server, sample, { patch })).toBe(faults);
  });

  it.each<[JsonObject, string]>([
    [
      {
        loadBalancer: {
          ingress: [
            { ip: "1.2.3" },
            { hostname: "A_", ipMode: "VIP" },
            { hostname: "1.2.3.4" },
            { ip: "1.2.3.4", ipMode: "Odd" },
          ],
        },
      },
      '[status.loadBalancer.ingress[0].ip: Invalid value: "1.2.3": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff), status.loadBalancer.ingress[1].ipMode: Forbidden: may not be specified when `ip` is not set, status.loadBalancer.ingress[1].hostname: Invalid value: "A_": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, \'-\' or \'.\', and must start and end with an alphanumeric character (e.g. \'example.com\', regex used for validation is \'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\'), status.loadBalancer.ingress[2].hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address, status.loadBalancer.ingress[3].ipMode: Unsupported value: "Odd": supported values: "Proxy", "VIP"]',
    ],
  ])("is judged when its status is %j", async (status, faults) => {
    expect(await judgeChange(server, sample, { patch: { status }, subresource: "status" })).toBe(faults);
  });
});

describe("a Service that is a name", () => {
  const sample: Sample = {
    path: "/api/v1/namespaces/default/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "s3" },
      spec: { type: "ExternalName", externalName: "a.example.com." },
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [{ spec: { externalName: "." } }, "spec.externalName: Required value"],
    [
      { spec: { externalName: "A_" } },
      "spec.externalName: Invalid value: \"A_\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
    [
      { spec: { clusterIP: "10.0.0.5", ipFamilies: ["IPv4"], ipFamilyPolicy: "SingleStack" } },
      "[spec.clusterIPs: Forbidden: may not be set for ExternalName services, spec.ipFamilies: Forbidden: may not be set for ExternalName services, spec.ipFamilyPolicy: Forbidden: may not be set for ExternalName services]",
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([[{ spec: { type: "ClusterIP" } }, "spec.ports: Required value"]])(
    "is judged when it changes to %j",
    async (patch, faults) => {
      expect(await judgeChange(server, sample, { patch })).toBe(faults);
    },
  );
});

describe("Endpoints", () => {
  const sample: Sample = {
    path: "/api/v1/namespaces/default/endpoints",
    object: {
      apiVersion: "v1",
      kind: "Endpoints",
      metadata: { name: "ep1" },
      subsets: [
        {
          addresses: [{ ip: "1.2.3.4", hostname: "h", nodeName: "n", targetRef: { kind: "Pod", name: "p" } }],
          notReadyAddresses: [{ ip: "2001:db8::1" }],
          ports: [
            { name: "a", port: 80, protocol: "TCP", appProtocol: "http" },
            { name: "b", port: 81, protocol: "UDP" },
          ],
        },
      ],
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [{ subsets: [{}] }, "subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`"],
    [
      {
        subsets: [
          {
            addresses: [{ ip: "127.0.0.1" }, { ip: "010.1.1.1" }, { ip: "x", hostname: "A_", nodeName: "A_" }],
            ports: [{ port: 0 }, { port: 80, name: "A_", protocol: "Odd" }],
          },
        ],
      },
      "[subsets[0].addresses[0].ip: Invalid value: \"127.0.0.1\": may not be in the loopback range (127.0.0.0/8, ::1/128), subsets[0].addresses[1].ip: Invalid value: \"010.1.1.1\": must not have leading 0s, subsets[0].addresses[2].ip: Invalid value: \"x\": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff), subsets[0].addresses[2].hostname: Invalid value: \"A_\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?'), subsets[0].addresses[2].nodeName: Invalid value: \"A_\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'), subsets[0].addresses[2].ip: Invalid value: \"x\": must be a valid IP address, subsets[0].ports[0].name: Required value, subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive, subsets[0].ports[1].name: Invalid value: \"A_\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?'), subsets[0].ports[1].protocol: Unsupported value: \"Odd\": supported values: \"SCTP\", \"TCP\", \"UDP\"]",
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });
});

describe("an EndpointSlice", () => {
  const sample: Sample = {
    path: "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
    object: {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { name: "es1" },
      addressType: "IPv4",
      ports: [
        { name: "a", port: 80, protocol: "TCP", appProtocol: "http" },
        { name: "b", port: 81 },
      ],
      endpoints: [
        {
          addresses: ["1.2.3.4"],
          hostname: "h",
          nodeName: "n",
          zone: "z",
          conditions: { ready: true },
          hints: { forZones: [{ name: "z" }], forNodes: [{ name: "n" }] },
          deprecatedTopology: { a: "b" },
        },
      ],
    },
  };

  it.each<[JsonObject, string]>([
    [{}, ""],
    [{ addressType: "" }, "addressType: Required value"],
    [{ addressType: "Odd" }, 'addressType: Unsupported value: "Odd": supported values: "FQDN", "IPv4", "IPv6"'],
    [{ addressType: "FQDN" }, ""],
    [
      { addressType: "IPv6", endpoints: [{ addresses: ["2001:DB8::1", "::1", "1.2.3.4"] }] },
      '[endpoints[0].addresses[0]: Invalid value: "2001:DB8::1": must be in canonical form ("2001:db8::1"), endpoints[0].addresses[1]: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128), endpoints[0].addresses: Invalid value: "1.2.3.4": must be an IPv6 address]',
    ],
    [
      { ports: [{ name: "A_" }, { name: "a" }, { name: "a", protocol: "Odd" }] },
      '[ports[0].name: Invalid value: "A_": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or \'-\', and must start and end with an alphanumeric character (e.g. \'my-name\',  or \'123-abc\', regex used for validation is \'[a-z0-9]([-a-z0-9]*[a-z0-9])?\'), ports[2].name: Duplicate value: "a", ports[2].protocol: Unsupported value: "Odd": supported values: "SCTP", "TCP", "UDP"]',
    ],
    [
      {
        endpoints: [
          { addresses: [] },
          {
            addresses: ["1.2.3.4"],
            nodeName: "A_",
            hostname: "A_",
            hints: { forZones: [{ name: "a" }, { name: "a" }, { name: "a b" }], forNodes: [{ name: "A_" }] },
          },
        ],
      },
      "[endpoints[0].addresses: Required value: must contain at least 1 address, endpoints[1].nodeName: Invalid value: \"A_\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'), endpoints[1].hostname: Invalid value: \"A_\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?'), endpoints[1].hints.forZones[1].name: Duplicate value: \"a\", endpoints[1].hints.forZones[2].name: Invalid value: \"a b\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?'), endpoints[1].hints.forNodes[0].name: Invalid value: \"A_\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')]",
    ],
  ])("is judged with %j", async (patch, faults) => {
    expect(await judgeNew(server, sample, patch)).toBe(faults);
  });

  it.each<[JsonObject, string]>([[{ addressType: "IPv6" }, 'addressType: Invalid value: "IPv6": field is immutable']])(
    "is judged when it changes to %j",
    async (patch, faults) => {
      expect(await judgeChange(server, sample, { patch })).toBe(faults);
    },
  );
});
