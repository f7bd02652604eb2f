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
  const itRenders = it.skipIf(kubectl === undefined && !mustHavePrograms());

  itRenders("has every component in an overlay", () => {
    expect(overlays).toEqual(expect.arrayContaining(readdirSync(join(DEPLOY_FOLDER, "components"))));
  });

  itRenders.each([
    ["phase-1", "Ignore"],
    ["fail", "Fail"],
    ["phase-2", "Fail"],
    ["phase-3", "Fail"],
    ["phase-4", "Fail"],
  ])("has in the overlay %s the failurePolicy %s", (name, failurePolicy) => {
    const [configuration] = render(name).filter(({ kind }) => kind === "ValidatingWebhookConfiguration");
    expect(asObjects(configuration?.webhooks)).toMatchObject([{ failurePolicy }]);
  });

  itRenders("leaves nothing of snapshot-certs where cert-manager does its work", () => {
    expect(JSON.stringify(render("cert-manager"))).not.toContain("snapshot-certs");
  });

  itRenders("lets the controller write status and events only where told to", () => {
    const resourcesIn = (name: string) =>
      render(name)
        .filter(({ kind, metadata }) => kind === "ClusterRole" && nameOf(metadata) === "snapshot-label-controller")
        .flatMap(({ rules }) => asObjects(rules).flatMap(({ resources }) => resources));
    expect(resourcesIn("phase-2")).toEqual(["volumesnapshots", "volumesnapshotcontents"]);
    expect(resourcesIn("write-status")).toContain("volumesnapshots/status");
  });

  itRenders.each(overlays)("renders the overlay %s", (name) => {
    const objects = render(name);
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

function render(overlay: string): JsonObject[] {
  const text = execFileSync(kubectl ?? "kubectl", ["kustomize", join(DEPLOY_FOLDER, "overlays", overlay)], {
    encoding: "utf8",
  });
  return text
    .split(/^---$/m)
    .map((part) => parseYaml(part).value)
    .filter(isJsonObject);
}

function nameOf(metadata: JsonObject[string] | undefined): unknown {
  return isJsonObject(metadata) ? metadata.name : undefined;
}

function containersOf({ spec }: JsonObject): JsonObject[] {
  const { template } = spec as { template: { spec: JsonObject } };
  return asObjects(template.spec.containers);
}
