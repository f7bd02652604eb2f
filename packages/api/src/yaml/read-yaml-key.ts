import { printGoFloat } from "../go/print-go-float.ts";
import type { YamlScalar } from "./resolve-yaml-scalar.ts";

/** A key as a string, with its YAML type: keys of different types are different. */
export interface YamlKey {
  readonly name: string;
  readonly kind: YamlScalar["kind"];
}

/** Key of a scalar; undefined for null, which cannot be a key. */
export function readYamlKey({ kind, value }: YamlScalar): YamlKey | undefined {
  switch (kind) {
    case "null":
      return undefined;
    case "float":
      // Kubernetes: prints the digits that a 32-bit float needs (sigs.k8s.io/yaml/yaml.go convertToJSONableObject,
      // v1.36).
      return { name: printGoFloat(Number(value), { bits: 32 }), kind };
    case "timestamp":
      return { name: value, kind: "str" };
    default:
      return { name: String(value), kind };
  }
}
