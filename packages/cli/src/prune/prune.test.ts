import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, vi } from "vitest";
import { printOvenCrd } from "../testing/print-oven-crd.ts";

// Each case starts a process, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const BIN = fileURLToPath(new URL("../../bin/kiln.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "kiln-prune-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function kiln(args: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, "prune", ...args], {
    cwd: folder,
    encoding: "utf8",
    input,
  });
  return { status, stdout, stderr };
}

writeFileSync(
  join(folder, "crd.yaml"),
  printOvenCrd(`type: object
properties:
  fuel: {type: string}
  racks: {type: array, items: {type: object, properties: {width: {type: integer}}}}
  extra: {type: object, x-kubernetes-preserve-unknown-fields: true}`),
);
const CRD = ["--crd", "crd.yaml"];
const OVEN = `apiVersion: example.org/v1
kind: Oven
metadata: {name: a}
spec:
  fule: Gas
  fuel: Gas
  extra: {anything: 1}
  racks:
  - width: 3
    hight: 4
`;

describe("kiln prune", () => {
  it("drops what the CRD does not know, says where it stood, and keeps all the rest", () => {
    expect(kiln(["-", ...CRD], OVEN)).toEqual({
      status: 0,
      stdout:
        "---\napiVersion: example.org/v1\nkind: Oven\nmetadata:\n  name: a\nspec:\n  extra:\n    anything: 1\n" +
        "  fuel: Gas\n  racks:\n  - width: 3\n",
      stderr:
        '-:5:3: warning: unknown field "spec.fule" is pruned\n    fule: Gas\n    ^\n' +
        '-:10:5: warning: unknown field "spec.racks[0].hight" is pruned\n      hight: 4\n      ^\n',
    });
  });

  it("leaves objects of other kinds as they are", () => {
    const map = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: m\nwhatever: 1\n";
    expect(kiln(["-", ...CRD], map)).toEqual({ status: 0, stdout: `---\n${map}`, stderr: "" });
  });

  it("only reports with --check, and fails if there is anything", () => {
    const clean = OVEN.replace(/.*(?:fule|hight).*\n/g, "");
    expect(kiln(["-", ...CRD, "--check"], OVEN)).toMatchObject({ status: 1, stdout: "" });
    expect(kiln(["-", ...CRD, "--check"], clean)).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  it.each([
    [[], "name files or folders with objects, and their CRDs with --crd"],
    [["nowhere.yaml", ...CRD], "there is no file or folder nowhere.yaml"],
  ])("%j is wrong usage", (args, sentence) => {
    const { status, stderr } = kiln(args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });
});
