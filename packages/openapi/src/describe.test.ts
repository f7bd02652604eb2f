import { DESCRIPTIONS, packages, typeLibrary } from "@kiln/kinds";
import { describe, expect, it } from "vitest";
import { describeCommonField, describeField, describeType, parseDescriptions } from "./describe.ts";

/** Fields that have the same description in every type. */
const COMMON = new Set([
  ...["apiVersion", "kind", "metadata", "items"],
  ...["conditions", "lastTransitionTime", "reason", "message", "observedGeneration"],
]);

describe("descriptions", () => {
  it("describe only types and fields that exist", () => {
    const unknown: string[] = [];
    for (const [prefix, texts] of DESCRIPTIONS) {
      const path = packages.find((text) => text.prefix === prefix)?.path;
      for (const [name, { fields }] of path === undefined ? [] : parseDescriptions(texts)) {
        const type = typeLibrary.find(`${path}.${name}`);
        const known = type?.form === "struct" ? type.fields : new Map();
        unknown.push(...[...fields.keys()].filter((field) => !known.has(field)).map((field) => `${name}.${field}`));
      }
    }
    // The types of v1beta1 CRDs have the descriptions of v1, some of which are about fields that only v1 has.
    expect(unknown.filter((name) => !isOnlyInV1(name))).toEqual([]);
  });

  it("describe every type and field of every built-in kind", () => {
    const missing = packages.flatMap(({ path, prefix, types }) => {
      const written = parseDescriptions(DESCRIPTIONS.get(prefix) ?? []);
      return Object.keys(JSON.parse(types) as object).flatMap((name) => {
        const type = typeLibrary.find(`${path}.${name}`);
        if (type?.form !== "struct") {
          return [];
        }
        const known = written.get(name);
        const undescribed = [...type.fields.keys()].filter(
          (field) => !COMMON.has(field) && known?.fields.has(field) !== true,
        );
        return [...((known?.text ?? "") === "" ? [name] : []), ...undescribed.map((field) => `${name}.${field}`)];
      });
    });
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
