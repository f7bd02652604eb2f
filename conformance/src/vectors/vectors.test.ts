import { readFileSync } from "node:fs";
import { decodeJson, deepEqual, type JsonObject, type JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { pruneCase } from "./run-pruning.ts";
import { judgeCase } from "./run-snapshot.ts";
import { runVectors } from "./run-vectors.ts";
import { parseVectorFile, type VectorFile } from "./vector-file.ts";

function readVectors(name: string): VectorFile {
  const url = new URL(`../../vectors/${name}.json`, import.meta.url);
  const file = parseVectorFile(decodeJson(readFileSync(url)).value);
  if (file === undefined) {
    throw new Error(`${name}: no vectors`);
  }
  return file;
}

const FORMATS = ["mutability", "mutability-crd", "pruning", "unions"];

describe.each([
  ...FORMATS.flatMap((format) => [
    [format, format],
    [`more-${format}`, format],
  ]),
  ["snapshot", "snapshot"],
])("the %s vectors", (name = "", format = "") => {
  const file = readVectors(name);

  it("are distinguished by their content", () => {
    expect(file.format).toBe(format);
  });

  it.each(runVectors(file))("hold for $id", ({ differences }) => {
    expect(differences).toEqual([]);
  });
});

describe("the pruning vectors under Kubernetes' own semantics", () => {
  const { cases } = readVectors("pruning");

  it.each(cases.filter((vector) => vector.get("upstreamDiffers") === true))("differ for $id", (vector) => {
    expect(pruneCase(vector, "upstream").value).not.toEqual(vector.expect.pruned);
  });

  it.each(cases.filter((vector) => vector.get("upstreamDiffers") !== true && vector.expect.error !== true))(
    "agree for $id",
    (vector) => {
      expect(deepEqual(pruneCase(vector, "upstream").value, vector.expect.pruned as JsonValue)).toBe(true);
    },
  );
});

describe("the snapshot vectors under the semantics of the webhook that was shipped", () => {
  it.each(readVectors("snapshot").cases)("hold for $id", (vector) => {
    const { allowed } = (vector.get("upstreamDiffers") ?? vector.expect) as JsonObject;
    expect(judgeCase(vector, "upstream").isAllowed).toBe(allowed);
  });
});

describe("parseVectorFile()", () => {
  it.each([
    ["unions", { cases: [{ expect: { normalized: {} } }] }],
    ["pruning", { cases: [{ expect: { pruned: {} } }] }],
    ["mutability", { cases: [{ expect: { allowed: true, paths: [] } }] }],
    ["snapshot", { cases: [{ request: {}, expect: { allowed: true } }] }],
    ["mutability-crd", { cases: [{ crdVersion: "v1", expect: { valid: true, paths: [] } }] }],
  ])("knows %s without being told", (format, file) => {
    expect(parseVectorFile(file)?.format).toBe(format);
  });

  it.each([null, [], { cases: 1 }, { cases: [1] }, { kep: "002", cases: [{}] }])("refuses %j", (value) => {
    expect(parseVectorFile(value)).toBeUndefined();
  });
});
