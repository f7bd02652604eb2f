import { startTestServer } from "@kiln/apiserver/testing";
import { describe, expect, it } from "vitest";
import { baseObject } from "../growth/base-objects.ts";
import { readKinds } from "../growth/open-api.ts";
import { compareAnswers } from "./compare-answers.ts";
import { findFields } from "./find-fields.ts";
import { mutate } from "./mutations.ts";

describe("mutations of an object", async () => {
  const server = await startTestServer();
  const kind = (await readKinds(server)).find((candidate) => candidate.kind === "ConfigMap");
  await server.close();
  if (kind === undefined) {
    throw new Error("no ConfigMap in discovery");
  }
  const fields = findFields(kind, new Set());
  const paths = fields.map(({ path }) => path.join("."));

  it("cover every field, also of embedded definitions and of items", () => {
    expect(paths).toEqual(expect.arrayContaining(["immutable", "data.*", "metadata.ownerReferences.*.uid"]));
  });

  it("set one field to usual and wrong values, and leave it out where the object has it", () => {
    const names = (path: string) => {
      const field = fields.find((candidate) => candidate.path.join(".") === path);
      return field === undefined ? [] : mutate(kind, baseObject(kind, "a"), field).map(({ name }) => name);
    };
    expect(names("immutable")).toEqual(
      ["usual", "other", "invalid", "null", "false", "a text"].map((name) => `immutable: ${name}`),
    );
    expect(names("metadata.name")).toContain("metadata.name: absent");
  });
});

describe("comparing answers", () => {
  const answer = (body: object, status = 200) => ({ status, warnings: [], body: { ...body } });

  it("ignores what depends on chance", () => {
    const one = { metadata: { uid: "a", resourceVersion: "1" } };
    const other = { metadata: { uid: "b", resourceVersion: "2" } };
    expect(compareAnswers(answer(one), answer(other))).toEqual([]);
  });

  it("ignores the order of rules that the peer collects in any order", () => {
    const one = {
      kind: "SelfSubjectRulesReview",
      status: { resourceRules: [{ verbs: ["a", "b"] }, { verbs: ["c"] }] },
    };
    const other = {
      kind: "SelfSubjectRulesReview",
      status: { resourceRules: [{ verbs: ["c"] }, { verbs: ["a", "b"] }] },
    };
    expect(compareAnswers(answer(one), answer(other))).toEqual([]);
    const turned = {
      kind: "SelfSubjectRulesReview",
      status: { resourceRules: [{ verbs: ["c"] }, { verbs: ["b", "a"] }] },
    };
    expect(compareAnswers(answer(one), answer(turned))).not.toEqual([]);
  });

  it("names the path and both values", () => {
    expect(compareAnswers(answer({ spec: { a: [1] } }), answer({ spec: { a: [2] } }))).toEqual([
      ".body.spec.a[0]\n  kiln: 1\n  peer: 2",
    ]);
  });

  it("reports a message without the causes that it contains", () => {
    const kiln = answer({ message: "a", details: { causes: [1] } }, 422);
    expect(compareAnswers(kiln, answer({ message: "b", details: {} }, 422))).toHaveLength(1);
  });
});
