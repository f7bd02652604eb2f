import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findKubectls, mustHavePrograms } from "../serve/find-program.ts";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";
import { createKubectl, type Kubectl } from "./run-kubectl.ts";

const [program] = findKubectls();
const folder = (name: string) => fileURLToPath(new URL(`../../../deploy/server/${name}`, import.meta.url));

// Pods are simulated: the test shows that a cluster takes the objects and starts what they describe, under the
// restricted Pod security standard, not that the image runs.
describe.skipIf(program === undefined && !mustHavePrograms())("deploy/server in a cluster", () => {
  let server: ServeProcess;
  let kubectl: Kubectl;

  beforeAll(async () => {
    server = await startServeProcess(["--simulate"]);
    kubectl = createKubectl(program as string, server);
  }, 60_000);
  afterAll(() => server?.close());

  it.each([
    ["embedded", "statefulset/kiln"],
    ["replicas", "deployment/kiln"],
  ])(
    "applies %s, which gets ready, can be applied again, and is gone after a delete",
    async (name, workload) => {
      const path = folder(name);
      expect(await kubectl(`apply --validate=strict -k ${path}`)).not.toContain("Warning");
      await kubectl(`-n kiln rollout status ${workload} --timeout=14s`);
      expect(
        await kubectl("-n kiln get endpointslices -o jsonpath={.items[*].endpoints[*].conditions.ready}"),
      ).toContain("true");
      await kubectl(`apply -k ${path}`);
      expect(await kubectl(`-n kiln get ${workload} -o jsonpath={.metadata.generation}`)).toBe("1");
      await kubectl(`delete -k ${path} --timeout=14s`);
      expect(await kubectl("get namespace kiln --ignore-not-found")).toBe("");
    },
    180_000,
  );
});
