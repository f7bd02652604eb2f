import type { Row } from "../../row.ts";
import { container, env, NAMESPACE, type OneRequest, pod, post, remove, times, toRow } from "./one-request.ts";

const lists: readonly OneRequest[] = [
  {
    name: "containers",
    requests: (n) => [
      post("pods", pod("c", { containers: times(n * 40_000, container) })),
      { path: `${NAMESPACE}/pods` },
      { path: `${NAMESPACE}/pods/c` },
      remove("pods/c"),
    ],
    isShort: true,
  },
  {
    name: "containers-twins",
    requests: (n) => [post("pods", pod("ct", { containers: times(n * 40_000, () => container(0)) }))],
  },
  {
    name: "init-containers",
    requests: (n) => [
      post(
        "pods",
        pod("ic", { containers: [container(0)], initContainers: times(n * 40_000, (i) => container(i + 1)) }),
      ),
    ],
  },
  {
    name: "volumes",
    requests: (n) => [
      post(
        "pods",
        pod("v", { containers: [container(0)], volumes: times(n * 60_000, (i) => ({ name: `v${i}`, emptyDir: {} })) }),
      ),
    ],
  },
  {
    name: "volume-mounts",
    requests: (n) => [
      post(
        "pods",
        pod("vm", {
          volumes: [{ name: "v", emptyDir: {} }],
          containers: [
            { ...container(0), volumeMounts: times(n * 50_000, (i) => ({ name: "v", mountPath: `/p${i}` })) },
          ],
        }),
      ),
    ],
  },
  {
    name: "container-ports",
    requests: (n) => [
      post(
        "pods",
        pod("cp", { containers: [{ ...container(0), ports: times(n * 65_000, (i) => ({ containerPort: i + 1 })) }] }),
      ),
    ],
  },
  {
    name: "host-ports",
    requests: (n) => [
      post(
        "pods",
        pod("hp", {
          containers: times(n * 20_000, (i) => ({
            ...container(i),
            ports: [{ containerPort: 80, hostPort: (i % 65_000) + 1 }],
          })),
        }),
      ),
    ],
  },
  { name: "env", requests: (n) => [post("pods", env(n * 60_000, "v")), remove("pods/env")] },
  {
    name: "tolerations",
    requests: (n) => [
      post(
        "pods",
        pod("t", {
          containers: [container(0)],
          tolerations: times(n * 50_000, (i) => ({ key: `k${i}`, operator: "Exists" })),
        }),
      ),
    ],
  },
  {
    name: "host-aliases",
    requests: (n) => [
      post(
        "pods",
        pod("ha", {
          containers: [container(0)],
          hostAliases: times(n * 50_000, (i) => ({ ip: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}` })),
        }),
      ),
    ],
  },
  {
    name: "spread-constraints",
    requests: (n) => [
      post(
        "pods",
        pod("sc", {
          containers: [container(0)],
          topologySpreadConstraints: times(n * 30_000, (i) => ({
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
    requests: (n) => [
      post(
        "pods",
        pod("rc", {
          containers: [{ ...container(0), resources: { claims: times(n * 40_000, (i) => ({ name: `c${i}` })) } }],
          resourceClaims: times(n * 30_000, (i) => ({ name: `c${i}`, resourceClaimName: "a" })),
        }),
      ),
    ],
  },
  {
    name: "scheduling-gates",
    requests: (n) => [
      post(
        "pods",
        pod("sg", { containers: [container(0)], schedulingGates: times(n * 80_000, (i) => ({ name: `g${i}` })) }),
      ),
    ],
  },
  {
    name: "sysctls",
    requests: (n) => [
      post(
        "pods",
        pod("sy", {
          containers: [container(0)],
          securityContext: {
            sysctls: times(n * 60_000, (i) => ({ name: `a.b${i}`, value: "1" })),
            supplementalGroups: times(n * 50_000, (i) => i),
          },
        }),
      ),
    ],
  },
  {
    name: "affinity-terms",
    requests: (n) => [
      post(
        "pods",
        pod("af", {
          containers: [container(0)],
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: times(n * 30_000, (i) => ({
                  matchExpressions: [{ key: `k${i}`, operator: "Exists" }],
                })),
              },
            },
          },
        }),
      ),
    ],
  },
];

export const podRows: readonly Row[] = lists.map(toRow("pods"));
