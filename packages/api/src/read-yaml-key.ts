import type { Node, Scalar } from "yaml";
import { quoteGo } from "./go-print.ts";
import { printGoFloat } from "./print-go-float.ts";
import { readYamlScalar } from "./read-yaml-scalar.ts";
import type { YamlScalar } from "./resolve-yaml-scalar.ts";
import { yamlErrorAt } from "./yaml-syntax-error.ts";

/** A key as a string, what makes it the same as another, and how Kubernetes shows it. */
export interface YamlKey {
  readonly name: string;
  readonly identity: string;
  readonly shown: string;
}

/** `owner` is where to point to if there is no node for the key. */
export function readYamlKey(text: string, key: Scalar | null, owner: Node): YamlKey {
  const scalar: YamlScalar = key === null ? { kind: "null", value: null } : readYamlScalar(text, key);
  const name = toName(scalar);
  if (name === undefined) {
    const at = (key ?? owner).range?.[0] ?? 0;
    throw yamlErrorAt(text, at, "unsupported map key of type: %!s(<nil>), key: <nil>");
  }
  const kind = scalar.kind === "timestamp" ? "str" : scalar.kind;
  return { name, identity: `${kind} ${name}`, shown: kind === "str" ? quoteGo(name) : name };
}

function toName(scalar: YamlScalar): string | undefined {
  switch (scalar.kind) {
    case "null":
      return undefined;
    case "float":
      // Kubernetes: with no more digits than a float of 32 bits needs.
      return printGoFloat(Number(scalar.value), { bits: 32 });
    default:
      return String(scalar.value);
  }
}
