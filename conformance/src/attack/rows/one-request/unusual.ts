import type { HonestRequest } from "../../honest-client.ts";
import type { Row } from "../../row.ts";
import {
  apply,
  map,
  metadata,
  NAMESPACE,
  nest,
  type OneRequest,
  patch,
  post,
  record,
  remove,
  times,
  toRow,
  yaml,
} from "./one-request.ts";

const LIST = "/api/v1/namespaces/many/configmaps";
const TENANT = `${NAMESPACE}/configmaps`;
const REVIEW = "/apis/authorization.k8s.io/v1";
const forge = (token: unknown) => Buffer.from(JSON.stringify(token)).toString("base64url");
const fieldsV1 = (count: number, prefix: string) => ({ "f:data": record(count, (i) => `f:${prefix}${i}`) });

/** One request of a kind that clients rarely send, or a few that build on each other. */
const unusual: readonly OneRequest[] = [
  {
    name: "watch-parameters",
    identity: "view",
    requests: () =>
      [
        "timeoutSeconds=1&resourceVersion=999999999",
        "timeoutSeconds=-1",
        "timeoutSeconds=1e9",
        "timeoutSeconds=99999999999999999999",
        "timeoutSeconds=1&sendInitialEvents=true",
        "timeoutSeconds=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
        "timeoutSeconds=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true",
        "timeoutSeconds=1&allowWatchBookmarks=true&resourceVersionMatch=Exact&resourceVersion=1",
        "timeoutSeconds=1&limit=5&continue=abc",
        `timeoutSeconds=1&labelSelector=a+notin+(${times(100_000, (i) => `v${i}`)
          .join(",")
          .slice(0, 600_000)})`,
        `timeoutSeconds=1&fieldSelector=${times(30_000, (i) => `metadata.name!=n${i}`)
          .join(",")
          .slice(0, 800_000)}`,
      ].map((text) => ({ path: `${LIST}?watch=true&${text}` })),
  },
  {
    name: "list-versions",
    identity: "view",
    requests: () =>
      ["", "0", "1", "-1", "a", "18446744073709551616"].flatMap((version) =>
        ["", "Exact", "NotOlderThan", "Never"].map((match) => ({
          path: `${LIST}?limit=1&resourceVersion=${version}&resourceVersionMatch=${match}`,
        })),
      ),
  },
  {
    name: "forged-continue",
    identity: "view",
    requests: () =>
      [
        { v: "meta.k8s.io/v1", rv: -1, start: "/" },
        { v: "meta.k8s.io/v1", rv: 1, start: "../../secrets/other/\u0000" },
        { v: "meta.k8s.io/v1", rv: 2 ** 63, start: "a".repeat(600_000) },
        { v: "meta.k8s.io/v1", rv: "1", start: {} },
        { v: "meta.k8s.io/v1", rv: 1, start: "\uffff", __proto__: null },
        { v: "meta.k8s.io/v9", rv: 1, start: "x" },
      ].map((token) => ({ path: `${LIST}?limit=2&continue=${forge(token)}` })),
  },
  {
    name: "impersonate",
    requests: () => [
      { path: TENANT, headers: { "impersonate-user": "a".repeat(500_000) } },
      { path: TENANT, headers: { "impersonate-user": "a", "impersonate-group": "g,".repeat(250_000) } },
      { path: TENANT, headers: { "impersonate-user": "a", [`impersonate-extra-${"%41".repeat(100_000)}`]: "b" } },
      { path: TENANT, headers: { "impersonate-user": "a", "impersonate-uid": "u".repeat(500_000) } },
      { path: TENANT, headers: { "impersonate-extra-a": "b" } },
    ],
  },
  {
    name: "reviews",
    requests: () => [
      {
        method: "POST",
        path: `${REVIEW}/selfsubjectaccessreviews`,
        body: JSON.stringify({ spec: { resourceAttributes: { name: "a".repeat(2_900_000) } } }),
      },
      {
        method: "POST",
        path: `${REVIEW}/selfsubjectaccessreviews`,
        body: JSON.stringify({
          spec: {
            resourceAttributes: {
              verb: "list",
              resource: "pods",
              labelSelector: { requirements: times(30_000, (i) => ({ key: `k${i}`, operator: "In", values: ["a"] })) },
            },
          },
        }),
      },
      {
        method: "POST",
        path: `${REVIEW}/selfsubjectaccessreviews`,
        body: JSON.stringify({
          spec: {
            resourceAttributes: {
              verb: "list",
              resource: "pods",
              fieldSelector: { rawSelector: times(60_000, (i) => `a${i}=b`).join(",") },
            },
          },
        }),
      },
      {
        method: "POST",
        path: `${REVIEW}/selfsubjectrulesreviews`,
        body: JSON.stringify({ spec: { namespace: "n".repeat(2_900_000) } }),
      },
      {
        method: "POST",
        path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
        body: JSON.stringify({ status: nestObject(900) }),
      },
    ],
  },
  {
    name: "managers",
    requests: (n) => [
      post(
        "configmaps",
        metadata("managers", {
          managedFields: times(n * 8_000, (i) => ({
            manager: `m${i}`,
            operation: "Apply",
            apiVersion: "v1",
            fieldsType: "FieldsV1",
            fieldsV1: fieldsV1(10, "a"),
          })),
        }),
      ),
      post("configmaps", map("managers", { data: { a: "b" } })),
      patch("merge-patch+json", "configmaps/managers", {
        metadata: {
          managedFields: times(n * 500, (i) => ({
            manager: `m${i}`,
            operation: "Apply",
            apiVersion: "v1",
            fieldsType: "FieldsV1",
            fieldsV1: fieldsV1(150, `k${i}-`),
          })),
        },
      }),
      apply("configmaps/managers", "one", map("managers", { data: record(n * 20_000, (i) => `k${i % 500}-${i}`) })),
      remove("configmaps/managers"),
    ],
  },
  {
    name: "managers-many",
    requests: () => [
      ...times(60, (i) =>
        apply("configmaps/many-managers", `m${i}`, map("many-managers", { data: record(100, (k) => `k${i}-${k}`) })),
      ),
      apply(
        "configmaps/many-managers",
        "all",
        map("many-managers", { data: record(6000, (k) => `k${k % 60}-${Math.floor(k / 60)}`) }),
      ),
      remove("configmaps/many-managers"),
    ],
  },
  {
    name: "delete-options",
    requests: () => {
      const path = `${TENANT}/none`;
      const options = (body: unknown, type = "application/json"): HonestRequest => ({
        method: "DELETE",
        path,
        body: typeof body === "string" ? body : JSON.stringify(body),
        headers: { "content-type": type },
      });
      return [
        options({ kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid: "u".repeat(2_900_000) } }),
        options({ kind: "DeleteOptions", apiVersion: "v1", dryRun: times(250_000, () => "All") }),
        options({ kind: "DeleteOptions", apiVersion: "v1", ...record(150_000, (i) => `k${i}`) }),
        options(times(200_000, (i) => `k${i}: v\n`).join(""), "application/yaml"),
        options(times(150_000, (i) => `k${i}: &a${i} v\n`).join(""), "application/yaml"),
        options(nest(900_000, "[", "]")),
      ];
    },
  },
  {
    name: "delete-collection",
    requests: () => [
      {
        method: "DELETE",
        path: `${TENANT}?labelSelector=a+notin+(${times(80_000, (i) => `v${i}`).join(",")})&dryRun=All`,
      },
      {
        method: "DELETE",
        path: `${TENANT}?fieldSelector=${times(20_000, (i) => `metadata.name!=n${i}`).join(",")}&dryRun=All`,
      },
    ],
  },
  {
    name: "secret-json",
    requests: () =>
      [
        nest(1000, "[", "]"),
        `{"auths":{${times(40_000, (i) => `"r${i}":{}`).join(",")}}}`,
        "1".repeat(1_000_000),
        `"${"\\u0041".repeat(160_000)}"`,
      ].map((text, i) =>
        post("secrets", {
          metadata: { name: `j${i}` },
          type: "kubernetes.io/dockerconfigjson",
          data: { ".dockerconfigjson": Buffer.from(text).toString("base64") },
        }),
      ),
  },
  {
    name: "secret-data",
    requests: (n) => [
      post("secrets", { metadata: { name: "keys" }, data: record(n * 100_000, (i) => `k${i}`, "YQ==") }),
      post("secrets", { metadata: { name: "bad" }, data: record(n * 100_000, (i) => `k${i}`, "Y") }),
      post("secrets", { metadata: { name: "text" }, stringData: record(n * 100_000, (i) => `k${i}`) }),
      post("secrets", {
        metadata: { name: "tls" },
        type: "kubernetes.io/tls",
        data: {
          "tls.crt": Buffer.from("-----BEGIN CERTIFICATE-----\n".repeat(35_000)).toString("base64"),
          "tls.key": "",
        },
      }),
      post("configmaps", map("binary", { binaryData: { a: "A".repeat(1_200_000) } })),
    ],
  },
  {
    name: "yaml-aliases-of-maps",
    requests: () => {
      const big = times(80_000, (i) => `  k${i}: v\n`).join("");
      return [
        yaml(`a: &a\n${big}b: *a\nc: *a\n`),
        yaml(`a: &a\n${big}b: [*a, *a, *a]\n`),
        yaml(`a: &a\n${big}b:\n  <<: *a\nc:\n  <<: *a\n`),
        yaml(`a: &a [${Array(600_000).fill("x").join(",")}]\nb: *a\n`),
      ];
    },
  },
  {
    name: "json-texts",
    requests: () => [
      post("configmaps", map("uni", { data: { a: "\ud83d\ude00".repeat(350_000) } })),
      { method: "POST", path: TENANT, body: `{"metadata":{"name":"e"},"data":{"a":"${"\\ud83d".repeat(450_000)}"}}` },
      { method: "POST", path: TENANT, body: `{"metadata":{"name":"d"},${times(150_000, () => '"a":1').join(",")}}` },
      {
        method: "POST",
        path: TENANT,
        body: `{"metadata":{"name":"n"},"data":{"a":${"-0.".repeat(1)}${"1".repeat(2_900_000)}}}`,
      },
      { method: "POST", path: TENANT, body: `[${"0,".repeat(1_400_000)}0]` },
      { method: "POST", path: TENANT, body: `{"items":[${'{"kind":"a"},'.repeat(200_000)}{}]}` },
    ],
  },
  {
    name: "tables",
    identity: "view",
    requests: () =>
      ["includeObject=Object", "includeObject=None", "includeObject=x", "limit=1&includeObject=Metadata"].map(
        (text) => ({
          path: `${LIST}?${text}`,
          headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
        }),
      ),
  },
  {
    name: "proxies",
    requests: () =>
      [
        "exec?command=sh",
        "attach?stdin=true",
        "portforward?ports=1",
        "proxy/",
        "log?tailLines=-1",
        "log?limitBytes=99999999999999999999",
        "eviction",
        "ephemeralcontainers",
        "binding",
        "resize",
      ].flatMap((sub) =>
        ["GET", "POST", "PATCH", "PUT"].map((method) => ({
          method,
          path: `${NAMESPACE}/pods/none/${sub}`,
          ...(method === "GET" ? {} : { body: "{}" }),
        })),
      ),
  },
  {
    name: "services-proxied",
    requests: () =>
      ["127.0.0.1:1", "https:none:http", "none:99999", "[::1]:80", "a".repeat(400_000)].map((name) => ({
        path: `${NAMESPACE}/services/${name}/proxy/${"../".repeat(20)}`,
      })),
  },
  {
    name: "token-requests",
    requests: () => [
      {
        method: "POST",
        path: `${NAMESPACE}/serviceaccounts/default/token`,
        body: JSON.stringify({ spec: { audiences: times(150_000, (i) => `a${i}`), expirationSeconds: 600 } }),
      },
      {
        method: "POST",
        path: `${NAMESPACE}/serviceaccounts/default/token`,
        body: JSON.stringify({ spec: { audiences: ["a".repeat(2_500_000)] } }),
      },
      {
        method: "POST",
        path: `${NAMESPACE}/serviceaccounts/default/token`,
        body: JSON.stringify({ spec: { expirationSeconds: 1e30 } }),
      },
    ],
  },
  {
    name: "quotas-and-limits",
    requests: (n) => [
      post("events", {
        metadata: { name: "ev" },
        involvedObject: { namespace: "tenant" },
        message: "m".repeat(1_000_000),
      }),
      post("pods", {
        metadata: { name: "q" },
        spec: {
          containers: [
            { name: "c", image: "a", resources: { limits: record(n * 60_000, (i) => `example.com/r${i}`, "1") } },
          ],
        },
      }),
      post("pods", {
        metadata: { name: "q2" },
        spec: { containers: [{ name: "c", image: "a", resources: { limits: { cpu: "9".repeat(1_000_000) } } }] },
      }),
      post("pods", {
        metadata: { name: "q3" },
        spec: {
          containers: [
            {
              name: "c",
              image: "a",
              resources: { limits: { cpu: `1${"0".repeat(900_000)}m`, memory: "1e999999999" } },
            },
          ],
        },
      }),
      post("configmaps", metadata("gen", { generateName: "g".repeat(1_000_000) })),
    ],
  },
];

function nestObject(depth: number): object {
  let value: object = {};
  for (let i = 0; i < depth; i++) {
    value = { a: value };
  }
  return value;
}

export const unusualRows: readonly Row[] = unusual.map(toRow("unusual requests"));
