import type { Row } from "../../row.ts";
import { nest, type OneRequest, post, times, toRow, yaml } from "./one-request.ts";

const texts: readonly OneRequest[] = [
  {
    name: "json-deep",
    requests: () => [
      { ...post("configmaps", {}), body: nest(1_500_000, "[", "]") },
      { ...post("configmaps", {}), body: nest(500_000, '{"a":', "}").replace(":}", ":1}") },
    ],
    isShort: true,
  },
  {
    name: "json-deep-field",
    requests: () => [
      {
        ...post("configmaps", {}),
        body: `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"d"},"data":${nest(5000, '{"a":', "}").replace(":}", ":1}")}}`,
      },
    ],
  },
  {
    name: "json-numbers",
    requests: () => [
      {
        ...post("pods", {}),
        body: `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"n","generation":${"9".repeat(3_000_000)}}}`,
      },
      {
        ...post("pods", {}),
        body: `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"n"},"spec":{"priority":[${Array(100_000).fill("12345678901234567890").join(",")}]}}`,
      },
    ],
  },
  {
    name: "json-escapes",
    requests: () => [
      {
        ...post("configmaps", {}),
        body: `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"e"},"data":{"a":"${"\\u0000".repeat(480_000)}"}}`,
      },
      { ...post("configmaps", {}), body: `{"a":"${"\\".repeat(2_000_000)}` },
    ],
  },
  {
    name: "yaml-plain",
    requests: () => [
      yaml(`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: y\ndata:\n  a: x\n${"    b\n".repeat(450_000)}`),
    ],
    isShort: true,
  },
  {
    name: "yaml-folded",
    requests: () => [
      yaml(`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yf\ndata:\n  a: >\n${"    b\n\n".repeat(400_000)}`),
    ],
  },
  {
    name: "yaml-literal",
    requests: () => [
      yaml(`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yl\ndata:\n  a: |\n${"    b\n".repeat(450_000)}`),
    ],
  },
  {
    name: "yaml-quoted",
    requests: () => [yaml(`a: "${"b\n\n  ".repeat(500_000)}"`), yaml(`a: '${"''\n".repeat(700_000)}'`)],
  },
  {
    name: "yaml-flow",
    requests: () => [
      yaml(`a: ${"[".repeat(1_000_000)}`),
      yaml(`a: [${"{b: c}, ".repeat(300_000)}]`),
      yaml(`a: {${times(200_000, (i) => `k${i}: v`).join(", ")}}`),
    ],
  },
  {
    name: "yaml-keys",
    requests: () => [
      yaml(
        `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yk\ndata:\n${times(200_000, (i) => `  k${i}: v\n`).join("")}`,
      ),
      yaml("? a\n: b\n".repeat(350_000)),
    ],
  },
  {
    name: "yaml-deep",
    requests: () => [yaml(times(2200, (i) => `${" ".repeat(i)}a:\n`).join("")), yaml("- ".repeat(1_400_000))],
  },
  {
    name: "yaml-anchors",
    requests: () => [
      yaml(`a: &a b\n${times(150_000, (i) => `k${i}: *a\n`).join("")}`),
      yaml(`${times(150_000, (i) => `k${i}: &a${i} v\n`).join("")}`),
      yaml(
        `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${times(20, (i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(",")}]\n`).join("")}`,
      ),
    ],
  },
  {
    name: "yaml-merges",
    requests: () => [
      yaml(`a: &a {b: c}\n${times(100_000, (i) => `k${i}:\n  <<: *a\n`).join("")}`),
      yaml(`a: &a {b: c}\nd:\n  <<: [${Array(300_000).fill("*a").join(",")}]\n`),
    ],
  },
  {
    name: "yaml-comments",
    requests: () => [
      yaml(`a: b\n${"# c\n".repeat(700_000)}`),
      yaml(`a: b ${" # c".repeat(700_000)}`),
      yaml("\n".repeat(3_000_000)),
      yaml(`a:${" ".repeat(3_000_000)}b`),
    ],
  },
  {
    name: "yaml-documents",
    requests: () => [
      yaml("---\na: b\n".repeat(300_000)),
      yaml("%YAML 1.1\n".repeat(250_000)),
      yaml(`!${"a".repeat(2_900_000)} b`),
      yaml(`a: !!str ${"!!str ".repeat(500_000)}`),
    ],
  },
  {
    name: "yaml-tabs",
    requests: () => [
      yaml(`a:\n${"\t\n".repeat(1_400_000)}`),
      yaml(`a: "\\${"x41\\".repeat(700_000)}"`),
      yaml(`a: 0x${"f".repeat(3_000_000)}`),
      yaml(`a: ${"1_".repeat(1_400_000)}`),
      yaml(`a: 2026-01-01T00:00:00.${"0".repeat(2_900_000)}Z`),
    ],
  },
];

export const textRows: readonly Row[] = texts.map(toRow("texts"));
