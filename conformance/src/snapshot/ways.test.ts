import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type ComparedWay, printThreeWays, type WayVerdicts } from "./print-three-ways.ts";
import { readSnapshotCases, THREE_WAYS_PAGE } from "./snapshot-cases.ts";
import { askAll, canBeAsked } from "./ways.ts";

const CASES = readSnapshotCases().filter(canBeAsked);

/** Allowed changes of an object that was invalid before: schemas validate each part of it by itself. */
const DIFFERING: Readonly<Record<ComparedWay, readonly string[]>> = {
  webhook: [],
  cel: [
    "vs-ratchet-both-other-invalid-v1",
    "vs-ratchet-class-source-changed",
    "vs-ratchet-none-to-both",
    "vsc-ratchet-both-uid-changed",
  ],
  marks: [
    "vs-ratchet-both-fixed-v1beta1",
    "vs-ratchet-both-other-invalid-v1",
    "vs-ratchet-none-fixed-v1beta1",
    "vs-ratchet-class-source-changed",
    "vs-ratchet-none-to-both",
    "vsc-ratchet-both-fixed-v1",
    "vsc-ratchet-none-fixed-v1beta1",
    "vsc-ratchet-both-uid-changed",
  ],
};

describe("the rules of snapshots", () => {
  let verdicts: WayVerdicts;
  beforeAll(async () => {
    verdicts = {
      webhook: await askAll("webhook", CASES),
      cel: await askAll("cel", CASES),
      marks: await askAll("marks", CASES),
    };
  });

  it.each(["webhook", "cel", "marks"] as const)("are kept by %s in a whole server", (way) => {
    const differing = CASES.filter(({ id, expect: { allowed } }) => verdicts[way].get(id)?.isAllowed !== allowed);
    expect(differing.map(({ id }) => id)).toEqual(DIFFERING[way]);
  });

  it("are compared by docs/snapshot/three-ways.md, which npm run docs:snapshots makes", () => {
    expect(readFileSync(THREE_WAYS_PAGE, "utf8")).toBe(printThreeWays(CASES, verdicts));
  });
});

describe("the phases", () => {
  const versionOf = ({ id, get }: (typeof CASES)[number]) => {
    const { resource } = get("request") as { resource: { version: string } };
    return { id, version: resource.version };
  };

  it.each([
    ["phase 1", ["v1beta1"], []],
    ["phase 2", ["v1", "v1beta1"], ["vs-ratchet-both-other-invalid-v1"]],
    ["phase 3", ["v1", "v1beta1"], ["vs-ratchet-both-other-invalid-v1"]],
  ] as const)("keep the rules with the webhook: %s", async (phase, versions, differing) => {
    const cases = CASES.filter((vector) => (versions as readonly string[]).includes(versionOf(vector).version));
    const verdicts = await askAll(phase, cases);
    const found = cases.filter(({ id, expect: { allowed } }) => verdicts.get(id)?.isAllowed !== allowed);
    expect(found.map(({ id }) => id)).toEqual(differing);
  });
});
