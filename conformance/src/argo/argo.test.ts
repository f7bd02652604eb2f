import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";

/** `npm run test:argo` builds it: some minutes the first time, too long for every run. */
const program = process.env.KILN_ARGO;

const MANIFEST = join(import.meta.dirname, "..", "..", "go", "cupboards.yaml");

describe.skipIf(program === undefined)("the library with which Argo CD syncs", () => {
  let server: ServeProcess;

  beforeAll(async () => {
    server = await startServeProcess(["--store", "memory"]);
  }, 60_000);

  afterAll(() => server?.close());

  const built = "Role/pantry Secret/key Service/pantry ServiceAccount/pantry";
  const rest = `CustomResourceDefinition/cupboards.example.com ${built}`;
  const all = `ConfigMap/paint Cupboard/pantry ${rest}`;

  it("syncs, finds and corrects drift, takes fields over, replaces what is immutable, and prunes", () => {
    const env = { PATH: process.env.PATH ?? "", HOME: server.folder };
    const args = [server.kubeconfig, "default"];
    const input = readFileSync(MANIFEST);
    const options = { encoding: "utf8", env, input, timeout: 60_000 } as const;
    const { status, stdout, stderr } = spawnSync(program as string, args, options);
    expect({ status, stderr, lines: stdout.trim().split("\n") }).toEqual({
      status: 0,
      stderr: "",
      lines: [
        "define Synced created CustomResourceDefinition/cupboards.example.com",
        // kubectl makes a Role in another way, and applies it then.
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
  }, 90_000);
});
