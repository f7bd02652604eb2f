import type { Row } from "../../row.ts";
import {
  apply,
  container,
  env,
  map,
  metadata,
  type OneRequest,
  owner,
  patch,
  pod,
  post,
  record,
  times,
  toRow,
} from "./one-request.ts";

const patches: readonly OneRequest[] = [
  {
    name: "apply-env",
    requests: (n) => ["a", "b", "c"].map((manager) => apply("pods/env", manager, env(n * 25_000, manager))),
    isShort: true,
  },
  {
    name: "apply-data",
    requests: (n) =>
      ["a", "b", "c"].map((manager) =>
        apply("configmaps/ad", manager, map("ad", { data: record(n * 60_000, (i) => `k${i}`, manager) })),
      ),
  },
  {
    name: "apply-owners",
    requests: (n) =>
      ["a", "b"].map((manager) =>
        apply("configmaps/ao", manager, metadata("ao", { ownerReferences: times(n * 20_000, owner) })),
      ),
  },
  {
    name: "apply-twins",
    requests: (n) => [apply("pods/at", "a", pod("at", { containers: times(n * 40_000, () => container(0)) }))],
  },
  {
    name: "json-patch",
    requests: (n) => [
      post("configmaps", map("jp", { data: { a: "b" } })),
      patch(
        "json-patch+json",
        "configmaps/jp",
        times(n * 10_000, (i) => ({ op: "add", path: `/data/k${i}`, value: "v" })),
      ),
      patch(
        "json-patch+json",
        "configmaps/jp",
        times(n * 10_000, () => ({ op: "copy", from: "/data", path: "/data/x" })),
      ),
      patch(
        "json-patch+json",
        "configmaps/jp",
        times(n * 60_000, () => ({ op: "test", path: "/data/a", value: "b" })),
      ),
    ],
  },
  {
    name: "json-patch-list",
    requests: (n) => [
      post(
        "pods",
        pod("jl", {
          containers: [container(0)],
          tolerations: times(n * 8000, (i) => ({ key: `k${i}`, operator: "Exists" })),
        }),
      ),
      patch(
        "json-patch+json",
        "pods/jl",
        times(n * 9000, (i) => ({
          op: "add",
          path: "/spec/tolerations/0",
          value: { key: `n${i}`, operator: "Exists" },
        })),
      ),
      patch(
        "json-patch+json",
        "pods/jl",
        times(n * 7000, () => ({ op: "move", from: "/spec/tolerations/0", path: "/spec/tolerations/7000" })),
      ),
    ],
  },
  {
    name: "strategic-patch",
    requests: (n) => [
      post("pods", pod("sp", { containers: times(n * 2000, container) })),
      patch("strategic-merge-patch+json", "pods/sp", {
        spec: { containers: times(n * 40_000, (i) => ({ name: `c${i}`, image: "b" })) },
      }),
      patch("strategic-merge-patch+json", "pods/sp", {
        spec: { "$setElementOrder/containers": times(n * 80_000, (i) => ({ name: `c${i}` })) },
      }),
      patch("strategic-merge-patch+json", "pods/sp", {
        spec: { containers: times(n * 30_000, (i) => ({ $patch: "delete", name: `c${i}` })) },
      }),
      patch("strategic-merge-patch+json", "pods/sp", {
        metadata: { "$deleteFromPrimitiveList/finalizers": times(n * 150_000, (i) => `f${i}`) },
      }),
    ],
  },
  {
    name: "merge-patch",
    requests: (n) => [
      post("configmaps", map("mp")),
      patch("merge-patch+json", "configmaps/mp", { data: record(n * 150_000, (i) => `k${i}`) }),
      patch("merge-patch+json", "configmaps/mp", { metadata: { ownerReferences: times(n * 25_000, owner) } }),
    ],
  },
];

export const patchRows: readonly Row[] = patches.map(toRow("patches"));
