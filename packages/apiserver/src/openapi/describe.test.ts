import { DESCRIPTIONS, type NativeType, publishedPackages, type StructType, typeLibrary } from "@kiln/kinds";
import { describe, expect, it } from "vitest";
import { describeCommonField, describeField, describeType, parseDescriptions } from "./describe.ts";

/** Kinds whose every field has a written description. */
const DOCUMENTED = ["core/v1.Pod", "apps/v1.Deployment", "core/v1.Service", "core/v1.ConfigMap", "core/v1.Secret"];

/** Volume sources that Kubernetes no longer supports: their fields keep the words of their names. */
const REMOVED_SOURCES =
  /\.(AWS|Azure|Ceph|Cinder|Flex|Flocker|GCE|GitRepo|Glusterfs|Photon|Portworx|Quobyte|RBD|ScaleIO|StorageOS|Vsphere)/;

/** Fields that mean the same in every type. */
const COMMON = new Set(["apiVersion", "kind", "metadata"]);

describe("descriptions", () => {
  it("describe only types and fields that exist", () => {
    const unknown: string[] = [];
    for (const [prefix, texts] of DESCRIPTIONS) {
      const path = publishedPackages.find((text) => text.prefix === prefix)?.path;
      for (const [name, { fields }] of path === undefined ? [] : parseDescriptions(texts)) {
        const type = typeLibrary.find(`${path}.${name}`);
        const known = type?.form === "struct" ? type.fields : new Map();
        unknown.push(...[...fields.keys()].filter((field) => !known.has(field)).map((field) => `${name}.${field}`));
      }
    }
    // The first release of CRDs shares the sentences of v1, some of which are about fields it lacks.
    expect(unknown.filter((name) => !isOnlyInV1(name))).toEqual([]);
  });

  it("describe every field of the kinds that people look up most", () => {
    const missing: string[] = [];
    for (const type of reachable(DOCUMENTED)) {
      const written = writtenFields(type.path);
      missing.push(
        ...[...type.fields.keys()]
          .filter((field) => !COMMON.has(field) && !written.has(field))
          .map((f) => `${type.path}.${f}`),
      );
    }
    expect(missing).toEqual([]);
  });

  it("are sentences, each on a line of its own", () => {
    const texts = [...DESCRIPTIONS.values()].flatMap(parseTexts);
    expect(texts.filter((text) => !/^[A-Z"'[$0-9a-z].*[.]$/.test(text))).toEqual([]);
  });

  it("begin as published conformance tests expect", () => {
    const meta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
    expect(describeCommonField("apiVersion")).toMatch(/^APIVersion defines/);
    expect(describeCommonField("metadata")).toMatch(/^Standard object's metadata/);
    expect(describeField(meta, "creationTimestamp")).toMatch(/^CreationTimestamp is a timestamp/);
  });

  it("fall back to the words of a name", () => {
    expect(describeType("io.k8s.api.x.v1.HTTPRetryPolicy")).toBe("HTTP retry policy.");
    expect(describeField("io.k8s.api.x.v1.Thing", "maxRetrySeconds")).toBe("Max retry seconds.");
  });
});

function isOnlyInV1(name: string): boolean {
  const [type, field] = name.split(".") as [string, string];
  return typeLibrary.findStruct(`apiextensions/v1.${type}`)?.fields.has(field) === true;
}

function parseTexts(texts: readonly string[]): string[] {
  return [...parseDescriptions(texts).values()].flatMap(({ text, fields }) => [
    ...(text === "" ? [] : [text]),
    ...fields.values(),
  ]);
}

function writtenFields(path: string): ReadonlySet<string> {
  const prefix = publishedPackages.find((text) => path.startsWith(`${text.path}.`))?.prefix as string;
  const type = parseDescriptions(DESCRIPTIONS.get(prefix) ?? []).get(path.slice(path.lastIndexOf(".") + 1));
  return new Set(type?.fields.keys());
}

function reachable(paths: readonly string[]): StructType[] {
  const seen = new Map<string, StructType>();
  const visit = (type: NativeType): void => {
    const inner = type.form === "list" ? type.items : type.form === "map" ? type.values : undefined;
    const target = type.form === "pointer" ? type.to : inner;
    if (target !== undefined) {
      visit(target);
    } else if (type.form === "struct" && !seen.has(type.path) && !REMOVED_SOURCES.test(type.path)) {
      seen.set(type.path, type);
      for (const field of type.fields.values()) {
        visit(field.type);
      }
    }
  };
  for (const path of paths) {
    visit(typeLibrary.struct(path));
  }
  return [...seen.values()];
}
