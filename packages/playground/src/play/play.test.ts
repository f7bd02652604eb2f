import { readFileSync } from "node:fs";
import { createSystemClock } from "@kiln/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorlds, type World, type Worlds } from "../server/open-world.ts";
import type { Step } from "../state/playground-state.ts";
import { lintDefinitions } from "./lint-definitions.ts";
import { type Notice, type Outcome, toSentMarks } from "./outcome.ts";
import { play } from "./play.ts";

const example = (name: string) => readFileSync(new URL(`../../../../docs/examples/${name}`, import.meta.url), "utf8");
const CRD = example("backup-crd.yaml");
const OBJECT = example("backup.yaml");

const step = (verb: Step["verb"], text: string, manager = "alice", isForced = false): Step => ({
  verb,
  text,
  manager,
  isForced,
});

let worlds: Worlds;
const open: World[] = [];

beforeAll(async () => {
  worlds = await openWorlds({
    clock: createSystemClock(globalThis),
    random: { uuid: () => crypto.randomUUID(), fraction: () => 0.5 },
  });
});

afterAll(() => Promise.all(open.map((world) => world.close())));

async function run(definitions: string, ...steps: readonly Step[]): Promise<Outcome> {
  const world = await worlds.open();
  open.push(world);
  return play(world, { name: "test", definitions, steps });
}

const texts = (notices: readonly Notice[] | undefined) => notices?.map(({ kind, text }) => `${kind}: ${text}`);

describe("play()", () => {
  it("shows pruned fields in the sent text, and defaulted ones in the live object", async () => {
    const sent = `${OBJECT}  extra:\n    deep: 1\n`;
    const { steps } = await run(CRD, step("create", sent));
    expect(steps[0]).toMatchObject({ verdict: "accepted", status: 201, title: "201 Created" });
    expect(texts(steps[0]?.notices)).toEqual([
      'set: spec.target.type is set to "Bucket": it follows the union',
      "defaulted: spec.keep is defaulted to 7",
      "pruned: spec.extra is pruned: the schema does not name it",
      'union: union spec.target: bucket wins among bucket, directory, type is "Bucket"',
    ]);
    const [mark] = toSentMarks(steps[0]?.notices ?? []);
    expect(sent.slice(mark?.from, mark?.to)).toBe("extra:\n    deep: 1");
    const live = steps[0]?.live;
    expect(live?.marks.map(({ from, to, kind }) => [kind, live.text.slice(from, to)])).toEqual([
      ["set", "type: Bucket"],
      ["defaulted", "keep: 7"],
    ]);
  });

  it("places a refusal at the field of the sent text", async () => {
    const patch = '{"spec":{"volume":"other"}}';
    const { steps } = await run(CRD, step("create", OBJECT), step("merge-patch", patch, "bob"));
    const [notice] = steps[1]?.notices ?? [];
    expect(steps[1]).toMatchObject({ verdict: "refused", status: 422 });
    expect(notice?.text).toContain("x-kubernetes-mutability: Immutable");
    expect(patch.slice(notice?.range?.from, notice?.range?.to)).toBe('"volume"');
    expect(steps[1]?.live?.marks).toMatchObject([{ kind: "immutable" }]);
  });

  it("tells which member of a union wins, and what is cleared", async () => {
    const patch = "spec: {target: {directory: /backups}}";
    const { steps } = await run(CRD, step("create", OBJECT), step("merge-patch", patch, "bob"));
    expect(texts(steps[1]?.notices)).toEqual([
      'set: spec.target.type is set to "Directory": it follows the union',
      "cleared: spec.target.bucket is cleared: another member of the union is set",
      'union: union spec.target: directory wins among bucket, directory, type is "Directory"',
    ]);
  });

  it("names the conflict of two managers, and the owners of each line after force", async () => {
    const other = OBJECT.replace("backups-eu", "backups-us");
    const { steps, managers } = await run(
      CRD,
      step("apply", OBJECT),
      step("apply", other, "bob"),
      step("apply", other, "bob", true),
    );
    expect(steps[1]).toMatchObject({ verdict: "refused", status: 409 });
    const conflict = steps[1]?.notices.find(({ kind }) => kind === "conflict");
    expect(conflict?.text).toContain('conflict with "alice"');
    expect(other.slice(conflict?.range?.from, conflict?.range?.to)).toBe("bucket");
    expect(steps[2]).toMatchObject({ verdict: "accepted" });
    expect(managers).toEqual(["alice", "bob"]);
    const live = steps[2]?.live;
    const lines = live?.text.split("\n") ?? [];
    const owners = live?.owners.map(({ line, managers: names }) => [lines[line - 1]?.trim(), names]);
    expect(owners).toContainEqual(["bucket: backups-us", ["bob"]]);
    expect(owners).toContainEqual(["volume: data", ["alice", "bob"]]);
  });

  it("removes fields that a manager no longer applies", async () => {
    const { steps } = await run(CRD, step("apply", `${OBJECT}  keep: 3\n`), step("apply", OBJECT));
    expect(texts(steps[1]?.notices)).toContain("defaulted: spec.keep is defaulted to 7");
  });

  it.each([
    ["a CRD that is no YAML", "a: [", OBJECT, "unreadable", "not sent: the CRD is no YAML"],
    [
      "a CRD that is refused",
      CRD.replace("type: integer", "type: int"),
      OBJECT,
      "refused",
      "not sent: the CRD is refused",
    ],
    ["an object that is no YAML", CRD, "a: [", "accepted", "not sent: the text is no YAML"],
    ["an empty object", CRD, "", "accepted", "not sent: the text is empty"],
    ["an unknown kind", CRD, "kind: A\napiVersion: b/c", "accepted", "not sent: the server has no kind A in b/c"],
  ])("stops at %s", async (_, crd, object, verdict, title) => {
    const { definitions, steps } = await run(crd, step("create", object));
    expect(definitions.verdict).toBe(verdict);
    expect(steps[0]?.title).toBe(title);
  });

  it("places the causes of a refused CRD", async () => {
    const crd = CRD.replace("type: string", "type: text");
    const { definitions } = await run(crd, step("create", OBJECT));
    const [notice] = definitions.notices;
    expect(crd.slice(notice?.range?.from, notice?.range?.to)).toBe("type");
    expect(notice?.text).toContain("text");
  });

  it("updates with the live resourceVersion, and patches built-in kinds", async () => {
    const config = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: b}\n";
    const patch = '[{"op":"add","path":"/data/c","value":"d"}]';
    const { steps } = await run("", step("create", config), step("update", config), step("json-patch", patch));
    expect(steps.map(({ status }) => status)).toEqual([201, 200, 200]);
    expect(steps[2]?.live?.text).toContain("c: d");
  });
});

describe("lintDefinitions()", () => {
  it("finds what kiln lint finds, by offset", async () => {
    const world = await worlds.open();
    open.push(world);
    const crd = CRD.replace("type: integer", "type: array\n                  items: {type: string}")
      .replace("minimum: 1\n", "\n")
      .replace("default: 7", "");
    const findings = await lintDefinitions(world, crd);
    const found = findings.find(({ rule }) => rule === "missing-list-type");
    expect(crd.slice(found?.range.from)).toMatch(/^keep:/);
  });
});
