import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";

/** `npm run test:flux` builds it: more than a minute, too long for every run. */
const program = process.env.KILN_FLUX;

const MANIFEST = join(import.meta.dirname, "..", "..", "go", "cupboards.yaml");

describe.skipIf(program === undefined)("the library with which Flux applies", () => {
  let server: ServeProcess;

  beforeAll(async () => {
    server = await startServeProcess(["--store", "memory"]);
  }, 60_000);

  afterAll(() => server?.close());

  const rest = ["Role", "Secret", "Service", "ServiceAccount"].map((kind) =>
    kind === "Secret" ? "Secret/default/key" : `${kind}/default/pantry`,
  );
  const definition = "CustomResourceDefinition/cupboards.example.com";
  const all = ["ConfigMap/default/paint", "Cupboard/default/pantry", definition, ...rest].join(" ");

  it("applies in stages, waits, finds and corrects drift, replaces what is immutable, and prunes", () => {
    const env = { PATH: process.env.PATH ?? "", HOME: server.folder };
    const args = [server.kubeconfig, "default"];
    const input = readFileSync(MANIFEST);
    const options = { encoding: "utf8", env, input, timeout: 60_000 } as const;
    const { status, stdout, stderr } = spawnSync(program as string, args, options);
    expect({ status, stderr, lines: stdout.trim().split("\n") }).toEqual({
      status: 0,
      stderr: "",
      lines: [
        `create created ${all}`,
        "ready",
        `repeat unchanged ${all}`,
        "drift Cupboard/default/pantry configured",
        "correct configured Cupboard/default/pantry",
        `correct unchanged ${all.replace("Cupboard/default/pantry ", "")}`,
        "refused",
        "replace created ConfigMap/default/paint",
        `replace unchanged ${all.replace("ConfigMap/default/paint ", "")}`,
        `prune deleted ${all}`,
      ],
    });
  }, 90_000);
});
