import type { Row } from "../../row.ts";
import { nest, type OneRequest, times, toRow } from "./one-request.ts";

const query = (text: string, limit = 900_000) => text.slice(0, limit);
const LIST = "/api/v1/namespaces/many/configmaps";
const queries: readonly OneRequest[] = [
  {
    name: "field-selector",
    identity: "view",
    requests: () => [
      { path: `${LIST}?fieldSelector=${query(times(30_000, (i) => `metadata.name!=n${i}`).join(","))}` },
    ],
    isShort: true,
  },
  {
    name: "field-selector-same",
    identity: "view",
    requests: () => [
      { path: `${LIST}?fieldSelector=${Array(40_000).fill("metadata.name=a").join(",")}` },
      { path: `${LIST}?fieldSelector=${"metadata.name%3Da%5C%2C".repeat(30_000)}` },
    ],
  },
  {
    name: "label-selector",
    identity: "view",
    requests: () => [{ path: `${LIST}?labelSelector=${query(times(60_000, (i) => `k${i}!=v`).join(","))}` }],
  },
  {
    name: "label-selector-set",
    identity: "view",
    requests: () => [
      { path: `${LIST}?labelSelector=a+notin+(${query(times(100_000, (i) => `v${i}`).join(","), 880_000)})` },
      { path: `${LIST}?labelSelector=${query(times(40_000, (i) => `k${i}+notin+(a,b)`).join(","))}` },
    ],
  },
  {
    name: "label-selector-open",
    identity: "view",
    requests: () => [
      { path: `${LIST}?labelSelector=${"(".repeat(900_000)}` },
      { path: `${LIST}?labelSelector=${"a,".repeat(400_000)}` },
      { path: `${LIST}?labelSelector=${"!".repeat(900_000)}` },
    ],
  },
  {
    name: "continue",
    identity: "view",
    requests: () => [
      { path: `${LIST}?limit=1&continue=${"A".repeat(900_000)}` },
      { path: `${LIST}?continue=${Buffer.from(nest(100_000, "[", "]")).toString("base64url")}` },
      { path: `${LIST}?resourceVersion=${"9".repeat(900_000)}` },
      { path: `${LIST}?limit=${"9".repeat(900_000)}` },
    ],
  },
  {
    name: "parameters",
    identity: "view",
    requests: () => [
      { path: `${LIST}?${query("a=b&".repeat(225_000))}` },
      { path: `${LIST}?${query(times(100_000, (i) => `p${i}=v`).join("&"))}` },
      { path: `${LIST}?a=${"%41".repeat(300_000)}` },
    ],
  },
  {
    name: "path",
    identity: "view",
    requests: () => [
      { path: `/api/v1/namespaces/${"a".repeat(900_000)}/configmaps` },
      { path: `/${"a/".repeat(450_000)}` },
      { path: `/api/v1/namespaces/tenant/configmaps/${"%41".repeat(300_000)}` },
    ],
  },
  {
    name: "accept",
    identity: "view",
    requests: () => [
      { path: LIST, headers: { accept: "application/json;q=0.1,".repeat(20_000) } },
      { path: LIST, headers: { accept: `application/json;${"a=b;".repeat(100_000)}` } },
      { path: LIST, headers: { "accept-encoding": "gzip;q=0,".repeat(50_000) } },
    ],
  },
];

export const queryRows: readonly Row[] = queries.map(toRow("queries"));
