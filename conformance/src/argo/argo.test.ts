import { describe, expect, it } from "vitest";
import { keepCupboards } from "../serve/keep-cupboards.ts";

/** Program that `npm run test:argo` builds: the first build takes minutes, too long for every run. */
const program = process.env.KILN_ARGO;

describe.skipIf(program === undefined)("the library with which Argo CD syncs", () => {
  const built = "Role/pantry Secret/key Service/pantry ServiceAccount/pantry";
  const rest = `CustomResourceDefinition/cupboards.example.com ${built}`;
  const all = `ConfigMap/paint Cupboard/pantry ${rest}`;

  it("syncs, finds and corrects drift, takes fields over, replaces what is immutable, and prunes", async () => {
    expect(await keepCupboards(program as string)).toEqual({
      status: 0,
      stderr: "",
      lines: [
        "define Synced created CustomResourceDefinition/cupboards.example.com",
        // kubectl creates a Role with `auth reconcile`, and then applies it.
        "create Synced configured Role/pantry",
        `create Synced created ConfigMap/paint Cupboard/pantry ${built.replace("Role/pantry ", "")}`,
        "create Synced unchanged CustomResourceDefinition/cupboards.example.com",
        `repeat Synced unchanged ${all}`,
        "drift Cupboard/pantry",
        "correct Synced configured Cupboard/pantry",
        `correct Synced unchanged ${all.replace("Cupboard/pantry ", "")}`,
        `take over Synced serverside-applied ${all}`,
        "owner argo",
        "change SyncFailed is immutable ConfigMap/paint",
        `change Synced configured Cupboard/pantry ${rest}`,
        "replace Synced replaced ConfigMap/paint",
        `replace Synced unchanged Cupboard/pantry ${rest}`,
        `prune Pruned pruned ConfigMap/paint Cupboard/pantry ${built}`,
        "prune Synced unchanged CustomResourceDefinition/cupboards.example.com",
      ],
    });
  }, 120_000);
});
