import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printYaml } from "@kiln/api";

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), "kiln-tools-bench-"));
}

/** CRDs with 100 fields and ten rules each, as YAML in files of their own. */
export function writeDefinitions(folder: string, count: number): void {
  for (let index = 0; index < count; index++) {
    writeFileSync(join(folder, `crd-${index}.yaml`), printYaml(makeDefinition(index)));
  }
}

const PARTS = 10;

function makeDefinition(index: number) {
  const kind = `Oven${index}`;
  const plural = `${kind.toLowerCase()}s`;
  const parts = Array.from({ length: PARTS }, (_, part) => [`part${part}`, makePart()]);
  const spec = { type: "object", properties: Object.fromEntries(parts) };
  const version = {
    name: "v1",
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
    subresources: { status: {} },
  };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.bench.example.org` },
    spec: { group: "bench.example.org", scope: "Namespaced", names: { kind, plural }, versions: [version] },
  };
}

function makePart() {
  const text = { type: "string", maxLength: 64, pattern: "^[a-z0-9-]*$", description: "What it is called. ".repeat(3) };
  return {
    type: "object",
    description: "One of the parts, which is described at some length, as parts in published CRDs are.",
    properties: {
      name: { ...text, "x-kubernetes-mutability": "Immutable" },
      title: text,
      replicas: { type: "integer", format: "int32", minimum: 0, maximum: 100, default: 1 },
      enabled: { type: "boolean" },
      mode: { type: "string", enum: ["Slow", "Fast"] },
      labels: { type: "object", maxProperties: 16, additionalProperties: text },
      tags: { type: "array", maxItems: 16, items: text },
      ports: {
        type: "array",
        maxItems: 8,
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["port"],
        items: { type: "object", required: ["port"], properties: { port: { type: "integer" }, name: text } },
      },
    },
    "x-kubernetes-validations": [{ rule: "!has(self.replicas) || self.replicas < 90", message: "too many" }],
  };
}

/** Custom resources of the first CRD and Deployments, half of each, as YAML in files of their own. */
export function writeManifests(folder: string, count: number): void {
  for (let index = 0; index < count; index++) {
    const object = index % 2 === 0 ? makeObject(index) : makeDeployment(index);
    writeFileSync(join(folder, `object-${index}.yaml`), printYaml(object));
  }
}

function makeObject(index: number) {
  const part = { name: "left", title: "a", replicas: 3, mode: "Fast", labels: { app: "x" }, ports: [{ port: 80 }] };
  const spec = { part0: part, part1: part, part2: part };
  return { apiVersion: "bench.example.org/v1", kind: "Oven0", metadata: { name: `oven-${index}` }, spec };
}

function makeDeployment(index: number) {
  const labels = { app: `web-${index}` };
  const container = { name: "web", image: "registry.example.org/web:1", ports: [{ containerPort: 80 }] };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: `web-${index}` },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [container] } } },
  };
}
