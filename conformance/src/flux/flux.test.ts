import { describe, expect, it } from "vitest";
import { keepCupboards } from "../serve/keep-cupboards.ts";

/** Program that `npm run test:flux` builds, which takes more than a minute. */
const program = process.env.KILN_FLUX;

describe.skipIf(program === undefined)("the library with which Flux applies", () => {
  const rest = ["Role", "Secret", "Service", "ServiceAccount"].map((kind) =>
    kind === "Secret" ? "Secret/default/key" : `${kind}/default/pantry`,
  );
  const definition = "CustomResourceDefinition/cupboards.example.com";
  const all = ["ConfigMap/default/paint", "Cupboard/default/pantry", definition, ...rest].join(" ");

  it("applies in stages, waits, finds and corrects drift, replaces what is immutable, and prunes", async () => {
    expect(await keepCupboards(program as string)).toEqual({
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
  }, 120_000);
});
