import type { Row } from "../../row.ts";
import {
  container,
  env,
  map,
  metadata,
  NAMESPACE,
  type OneRequest,
  owner,
  pod,
  post,
  record,
  remove,
  service,
  times,
  toRow,
} from "./one-request.ts";

const lists: readonly OneRequest[] = [
  {
    name: "owner-references",
    requests: () => [post("configmaps", metadata("o", { ownerReferences: times(25_000, owner) }))],
    isShort: true,
  },
  {
    name: "finalizers",
    requests: () => [
      post("configmaps", metadata("f", { finalizers: times(150_000, (i) => `a.b/f${i}`) })),
      remove("configmaps/f"),
    ],
  },
  {
    name: "labels",
    requests: () => [post("configmaps", metadata("l", { labels: record(100_000, (i) => `label${i}`) }))],
  },
  {
    name: "bad-labels",
    requests: () => [post("configmaps", metadata("bl", { labels: record(100_000, (i) => `-bad${i}`) }))],
    isShort: true,
  },
  {
    name: "annotations",
    requests: () => [post("configmaps", metadata("a", { annotations: record(100_000, (i) => `note${i}`) }))],
  },
  {
    name: "managed-fields",
    requests: () => [
      post(
        "configmaps",
        metadata("m", {
          managedFields: times(12_000, (i) => ({
            manager: `m${i}`,
            operation: "Apply",
            apiVersion: "v1",
            time: "2026-01-01T00:00:00Z",
            fieldsType: "FieldsV1",
            fieldsV1: { "f:data": { [`f:k${i}`]: {} } },
          })),
        }),
      ),
    ],
  },
  {
    name: "unknown-fields",
    requests: () => [post("configmaps?fieldValidation=Strict", { ...map("u"), ...record(200_000, (i) => `x${i}`) })],
    isShort: true,
  },
  {
    name: "unknown-fields-warn",
    requests: () => [post("configmaps?fieldValidation=Warn", { ...map("uw"), ...record(200_000, (i) => `x${i}`) })],
  },
  {
    name: "duplicate-keys",
    requests: () => [
      {
        ...post("configmaps?fieldValidation=Strict", {}),
        body: `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"d"},"data":{${Array(200_000).fill('"k":"v"').join(",")}}}`,
      },
    ],
  },
  { name: "data-keys", requests: () => [post("configmaps", map("k", { data: record(150_000, (i) => `k${i}`) }))] },
  {
    name: "bad-data-keys",
    requests: () => [post("configmaps", map("bk", { data: record(150_000, (i) => `k/${i}`) }))],
  },
  {
    name: "containers",
    requests: () => [
      post("pods", pod("c", { containers: times(40_000, container) })),
      { path: `${NAMESPACE}/pods` },
      { path: `${NAMESPACE}/pods/c` },
      remove("pods/c"),
    ],
    isShort: true,
  },
  {
    name: "containers-twins",
    requests: () => [post("pods", pod("ct", { containers: times(40_000, () => container(0)) }))],
  },
  {
    name: "init-containers",
    requests: () => [
      post("pods", pod("ic", { containers: [container(0)], initContainers: times(40_000, (i) => container(i + 1)) })),
    ],
  },
  {
    name: "volumes",
    requests: () => [
      post(
        "pods",
        pod("v", { containers: [container(0)], volumes: times(60_000, (i) => ({ name: `v${i}`, emptyDir: {} })) }),
      ),
    ],
  },
  {
    name: "volume-mounts",
    requests: () => [
      post(
        "pods",
        pod("vm", {
          volumes: [{ name: "v", emptyDir: {} }],
          containers: [{ ...container(0), volumeMounts: times(50_000, (i) => ({ name: "v", mountPath: `/p${i}` })) }],
        }),
      ),
    ],
  },
  {
    name: "container-ports",
    requests: () => [
      post(
        "pods",
        pod("cp", { containers: [{ ...container(0), ports: times(65_000, (i) => ({ containerPort: i + 1 })) }] }),
      ),
    ],
  },
  {
    name: "host-ports",
    requests: () => [
      post(
        "pods",
        pod("hp", {
          containers: times(20_000, (i) => ({
            ...container(i),
            ports: [{ containerPort: 80, hostPort: (i % 65_000) + 1 }],
          })),
        }),
      ),
    ],
  },
  { name: "env", requests: () => [post("pods", env(60_000, "v")), remove("pods/env")] },
  {
    name: "tolerations",
    requests: () => [
      post(
        "pods",
        pod("t", {
          containers: [container(0)],
          tolerations: times(50_000, (i) => ({ key: `k${i}`, operator: "Exists" })),
        }),
      ),
    ],
  },
  {
    name: "host-aliases",
    requests: () => [
      post(
        "pods",
        pod("ha", {
          containers: [container(0)],
          hostAliases: times(50_000, (i) => ({ ip: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}` })),
        }),
      ),
    ],
  },
  {
    name: "spread-constraints",
    requests: () => [
      post(
        "pods",
        pod("sc", {
          containers: [container(0)],
          topologySpreadConstraints: times(30_000, (i) => ({
            maxSkew: 1,
            topologyKey: `k${i}`,
            whenUnsatisfiable: "ScheduleAnyway",
          })),
        }),
      ),
    ],
  },
  {
    name: "resource-claims",
    requests: () => [
      post(
        "pods",
        pod("rc", {
          containers: [{ ...container(0), resources: { claims: times(40_000, (i) => ({ name: `c${i}` })) } }],
          resourceClaims: times(30_000, (i) => ({ name: `c${i}`, resourceClaimName: "a" })),
        }),
      ),
    ],
  },
  {
    name: "scheduling-gates",
    requests: () => [
      post(
        "pods",
        pod("sg", { containers: [container(0)], schedulingGates: times(80_000, (i) => ({ name: `g${i}` })) }),
      ),
    ],
  },
  {
    name: "sysctls",
    requests: () => [
      post(
        "pods",
        pod("sy", {
          containers: [container(0)],
          securityContext: {
            sysctls: times(60_000, (i) => ({ name: `a.b${i}`, value: "1" })),
            supplementalGroups: times(50_000, (i) => i),
          },
        }),
      ),
    ],
  },
  {
    name: "affinity-terms",
    requests: () => [
      post(
        "pods",
        pod("af", {
          containers: [container(0)],
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: times(30_000, (i) => ({ matchExpressions: [{ key: `k${i}`, operator: "Exists" }] })),
              },
            },
          },
        }),
      ),
    ],
  },
  {
    name: "service-ports",
    requests: () => [
      post(
        "services",
        service(
          "p",
          times(50_000, (i) => ({ name: `p${i}`, port: (i % 65_000) + 1 })),
        ),
      ),
    ],
    isShort: true,
  },
  {
    name: "service-ports-twins",
    requests: () => [
      post(
        "services",
        service(
          "pt",
          times(50_000, () => ({ name: "p", port: 80 })),
        ),
      ),
    ],
  },
  {
    name: "external-ips",
    requests: () => [
      post("services", {
        ...service("ei", [{ port: 80 }]),
        spec: {
          ports: [{ port: 80 }],
          externalIPs: times(100_000, (i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`),
          loadBalancerSourceRanges: times(50_000, () => "10.0.0.0/8"),
        },
      }),
    ],
  },
  {
    name: "image-pull-secrets",
    requests: () => [
      post("serviceaccounts", {
        apiVersion: "v1",
        kind: "ServiceAccount",
        metadata: { name: "s" },
        imagePullSecrets: times(100_000, (i) => ({ name: `s${i}` })),
        secrets: times(50_000, (i) => ({ name: `s${i}` })),
      }),
    ],
  },
  {
    name: "endpoints",
    requests: () => [
      {
        method: "POST",
        path: `/apis/discovery.k8s.io/v1/namespaces/tenant/endpointslices`,
        body: JSON.stringify({
          apiVersion: "discovery.k8s.io/v1",
          kind: "EndpointSlice",
          metadata: { name: "e" },
          addressType: "IPv4",
          endpoints: times(20_000, (i) => ({ addresses: [`10.0.${(i >> 8) & 255}.${i & 255}`] })),
          ports: times(20_000, (i) => ({ name: `p${i}`, port: 80 })),
        }),
      },
    ],
  },
  {
    name: "network-policy",
    requests: () => [
      {
        method: "POST",
        path: `/apis/networking.k8s.io/v1/namespaces/tenant/networkpolicies`,
        body: JSON.stringify({
          apiVersion: "networking.k8s.io/v1",
          kind: "NetworkPolicy",
          metadata: { name: "n" },
          spec: {
            podSelector: { matchExpressions: times(20_000, (i) => ({ key: `k${i}`, operator: "In", values: ["a"] })) },
            ingress: times(20_000, (i) => ({ ports: [{ port: (i % 65_000) + 1 }] })),
            policyTypes: times(50_000, () => "Ingress"),
          },
        }),
      },
    ],
  },
  {
    name: "ingress",
    requests: () => [
      {
        method: "POST",
        path: `/apis/networking.k8s.io/v1/namespaces/tenant/ingresses`,
        body: JSON.stringify({
          apiVersion: "networking.k8s.io/v1",
          kind: "Ingress",
          metadata: { name: "i" },
          spec: {
            rules: times(15_000, (i) => ({
              host: `h${i}.a`,
              http: {
                paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "s", port: { number: 80 } } } }],
              },
            })),
            tls: [{ hosts: times(30_000, (i) => `h${i}.a`) }],
          },
        }),
      },
    ],
  },
  {
    name: "autoscaler-metrics",
    requests: () => [
      {
        method: "POST",
        path: `/apis/autoscaling/v2/namespaces/tenant/horizontalpodautoscalers`,
        body: JSON.stringify({
          apiVersion: "autoscaling/v2",
          kind: "HorizontalPodAutoscaler",
          metadata: { name: "h" },
          spec: {
            maxReplicas: 3,
            scaleTargetRef: { kind: "D", name: "d" },
            metrics: times(15_000, () => ({
              type: "Resource",
              resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
            })),
          },
        }),
      },
    ],
  },
  {
    name: "long-name",
    requests: () => [
      post("configmaps", map("n".repeat(2_900_000))),
      post("configmaps", { ...map("x"), kind: "K".repeat(2_900_000) }),
    ],
  },
];

export const objectRows: readonly Row[] = lists.map(toRow("objects"));
