import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { asObjects, isJsonObject, type JsonObject } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { checkConfiguration } from "@kiln/snapshot";
import { describe, expect, it } from "vitest";
import { findKubectls, mustHavePrograms } from "../serve/find-program.ts";
import { definitionFiles } from "./definition-files.ts";
import { DEPLOY_FOLDER } from "./snapshot-cases.ts";

const kubectl = findKubectls().at(-1);

describe("deploy/snapshot", () => {
  it.each([...definitionFiles()])("has crds/%s as npm run docs:snapshots makes it", (path, text) => {
    expect(readFileSync(join(DEPLOY_FOLDER, "crds", path), "utf8")).toBe(text);
  });

  const overlays = readdirSync(join(DEPLOY_FOLDER, "overlays"));

  it.skipIf(kubectl === undefined && !mustHavePrograms()).each(overlays)("renders the overlay %s", (name) => {
    const text = execFileSync(kubectl ?? "kubectl", ["kustomize", join(DEPLOY_FOLDER, "overlays", name)], {
      encoding: "utf8",
    });
    const objects = text
      .split(/^---$/m)
      .map((part) => parseYaml(part).value)
      .filter(isJsonObject);
    const find = (kind: string) => objects.filter((object) => object.kind === kind);
    expect(find("ValidatingWebhookConfiguration").map(checkConfiguration)).toEqual([[]]);
    expect(find("PodDisruptionBudget")).toHaveLength(1);
    expect(find("NetworkPolicy")).toHaveLength(1);
    for (const deployment of find("Deployment")) {
      for (const container of containersOf(deployment)) {
        expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true });
      }
    }
  });
});

function containersOf({ spec }: JsonObject): JsonObject[] {
  const { template } = spec as { template: { spec: JsonObject } };
  return asObjects(template.spec.containers);
}
