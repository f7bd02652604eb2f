import { readFileSync } from "node:fs";
import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { podTemplateHash, revisionHash } from "./template-hash.ts";

const templates = JSON.parse(readFileSync(new URL("../testing/templates.json", import.meta.url), "utf8")) as Record<
  string,
  JsonObject
>;

describe("podTemplateHash()", () => {
  it.each([
    // Hashes from kube-controller-manager 1.36.4 and its own dump of the Go struct.
    ["plain", "7887448d46"],
    ["everything", "87d997f9c"],
  ])("names the ReplicaSet of the template %s as kube-controller-manager does", (name, hash) => {
    expect(podTemplateHash(templates[name] ?? {}, undefined)).toBe(hash);
  });

  it("is another one after a collision", () => {
    const template = templates.plain ?? {};
    expect(new Set([undefined, 0, 1, 2].map((count) => podTemplateHash(template, count))).size).toBe(4);
  });
});

describe("revisionHash()", () => {
  it("depends on the data and on the collisions", () => {
    expect(revisionHash('{"spec":{}}', undefined)).not.toBe(revisionHash('{"spec":{}}', 1));
    expect(revisionHash('{"spec":{}}', undefined)).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]+$/);
  });
});
