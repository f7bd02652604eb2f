import { printGoFloat } from "../go/print-go-float.ts";
import type { YamlScalar } from "./resolve-yaml-scalar.ts";

/** A key as a string, and its kind, without which it is not the same as another. */
export interface YamlKey {
  readonly name: string;
  readonly kind: YamlScalar["kind"];
}

/** Undefined for null, which no key may be. */
export function readYamlKey({ kind, value }: YamlScalar): YamlKey | undefined {
  switch (kind) {
    case "null":
      return undefined;
    case "float":
      // Kubernetes: with no more digits than a float of 32 bits needs (yaml.go convertToJSONableObject, sigs.k8s.io/yaml v1.6).
      return { name: printGoFloat(Number(value), { bits: 32 }), kind };
    case "timestamp":
      return { name: value, kind: "str" };
    default:
      return { name: String(value), kind };
  }
}
