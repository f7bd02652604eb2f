import type { Row } from "../../row.ts";
import { map, metadata, type OneRequest, owner, post, record, remove, service, times, toRow } from "./one-request.ts";

const lists: readonly OneRequest[] = [
  {
    name: "owner-references",
    requests: (n) => [post("configmaps", metadata("o", { ownerReferences: times(n * 25_000, owner) }))],
    isShort: true,
  },
  {
    name: "finalizers",
    requests: (n) => [
      post("configmaps", metadata("f", { finalizers: times(n * 150_000, (i) => `a.b/f${i}`) })),
      remove("configmaps/f"),
    ],
  },
  {
    name: "labels",
    requests: (n) => [post("configmaps", metadata("l", { labels: record(n * 100_000, (i) => `label${i}`) }))],
  },
  {
    name: "bad-labels",
    requests: (n) => [post("configmaps", metadata("bl", { labels: record(n * 100_000, (i) => `-bad${i}`) }))],
    isShort: true,
  },
  {
    name: "annotations",
    requests: (n) => [post("configmaps", metadata("a", { annotations: record(n * 100_000, (i) => `note${i}`) }))],
  },
  {
    name: "managed-fields",
    requests: (n) => [
      post(
        "configmaps",
        metadata("m", {
          managedFields: times(n * 12_000, (i) => ({
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
    requests: (n) => [
      post("configmaps?fieldValidation=Strict", { ...map("u"), ...record(n * 200_000, (i) => `x${i}`) }),
    ],
    isShort: true,
  },
  {
    name: "unknown-fields-warn",
    requests: (n) => [
      post("configmaps?fieldValidation=Warn", { ...map("uw"), ...record(n * 200_000, (i) => `x${i}`) }),
    ],
  },
  {
    name: "duplicate-keys",
    requests: (n) => [
      {
        ...post("configmaps?fieldValidation=Strict", {}),
        body: `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"d"},"data":{${times(n * 200_000, () => '"k":"v"').join(",")}}}`,
      },
    ],
  },
  { name: "data-keys", requests: (n) => [post("configmaps", map("k", { data: record(n * 150_000, (i) => `k${i}`) }))] },
  {
    name: "bad-data-keys",
    requests: (n) => [post("configmaps", map("bk", { data: record(n * 150_000, (i) => `k/${i}`) }))],
  },
  {
    name: "service-ports",
    requests: (n) => [
      post(
        "services",
        service(
          "p",
          times(n * 50_000, (i) => ({ name: `p${i}`, port: (i % 65_000) + 1 })),
        ),
      ),
    ],
    isShort: true,
  },
  {
    name: "service-ports-twins",
    requests: (n) => [
      post(
        "services",
        service(
          "pt",
          times(n * 50_000, () => ({ name: "p", port: 80 })),
        ),
      ),
    ],
  },
  {
    name: "external-ips",
    requests: (n) => [
      post("services", {
        ...service("ei", [{ port: 80 }]),
        spec: {
          ports: [{ port: 80 }],
          externalIPs: times(n * 100_000, (i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`),
          loadBalancerSourceRanges: times(n * 50_000, () => "10.0.0.0/8"),
        },
      }),
    ],
  },
  {
    name: "image-pull-secrets",
    requests: (n) => [
      post("serviceaccounts", {
        apiVersion: "v1",
        kind: "ServiceAccount",
        metadata: { name: "s" },
        imagePullSecrets: times(n * 100_000, (i) => ({ name: `s${i}` })),
        secrets: times(n * 50_000, (i) => ({ name: `s${i}` })),
      }),
    ],
  },
  {
    name: "endpoints",
    requests: (n) => [
      {
        method: "POST",
        path: `/apis/discovery.k8s.io/v1/namespaces/tenant/endpointslices`,
        body: JSON.stringify({
          apiVersion: "discovery.k8s.io/v1",
          kind: "EndpointSlice",
          metadata: { name: "e" },
          addressType: "IPv4",
          endpoints: times(n * 20_000, (i) => ({ addresses: [`10.0.${(i >> 8) & 255}.${i & 255}`] })),
          ports: times(n * 20_000, (i) => ({ name: `p${i}`, port: 80 })),
        }),
      },
    ],
  },
  {
    name: "network-policy",
    requests: (n) => [
      {
        method: "POST",
        path: `/apis/networking.k8s.io/v1/namespaces/tenant/networkpolicies`,
        body: JSON.stringify({
          apiVersion: "networking.k8s.io/v1",
          kind: "NetworkPolicy",
          metadata: { name: "n" },
          spec: {
            podSelector: {
              matchExpressions: times(n * 20_000, (i) => ({ key: `k${i}`, operator: "In", values: ["a"] })),
            },
            ingress: times(n * 20_000, (i) => ({ ports: [{ port: (i % 65_000) + 1 }] })),
            policyTypes: times(n * 50_000, () => "Ingress"),
          },
        }),
      },
    ],
  },
  {
    name: "ingress",
    requests: (n) => [
      {
        method: "POST",
        path: `/apis/networking.k8s.io/v1/namespaces/tenant/ingresses`,
        body: JSON.stringify({
          apiVersion: "networking.k8s.io/v1",
          kind: "Ingress",
          metadata: { name: "i" },
          spec: {
            rules: times(n * 15_000, (i) => ({
              host: `h${i}.a`,
              http: {
                paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "s", port: { number: 80 } } } }],
              },
            })),
            tls: [{ hosts: times(n * 30_000, (i) => `h${i}.a`) }],
          },
        }),
      },
    ],
  },
  {
    name: "autoscaler-metrics",
    requests: (n) => [
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
            metrics: times(n * 15_000, () => ({
              type: "Resource",
              resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
            })),
          },
        }),
      },
    ],
  },
  {
    name: "access-review",
    requests: (n) => [
      {
        method: "POST",
        path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
        body: JSON.stringify({
          apiVersion: "authorization.k8s.io/v1",
          kind: "SelfSubjectAccessReview",
          spec: {
            resourceAttributes: {
              verb: "list",
              resource: "pods",
              labelSelector: {
                requirements: times(n * 30_000, (i) => ({ key: `k${i}`, operator: "In", values: ["a"] })),
              },
            },
          },
        }),
      },
    ],
  },
  {
    name: "long-name",
    requests: (n) => [
      post("configmaps", map("n".repeat(n * 2_900_000))),
      post("configmaps", { ...map("x"), kind: "K".repeat(n * 2_900_000) }),
    ],
  },
];

export const objectRows: readonly Row[] = lists.map(toRow("objects"));
