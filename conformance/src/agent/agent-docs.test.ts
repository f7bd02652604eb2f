import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HISTOGRAMS, IMMUTABLE_STEPS, METRICS, openPodFolders, PROCESS_METRICS, STRATEGIES } from "@kiln/agent";
import type { JsonObject } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { describe, expect, it, onTestFinished } from "vitest";
import { CONFIG_MAPS, PODS, startTestCluster, startTestNode } from "./testing/start-node.ts";

const page = readFileSync(new URL("../../../docs/agent.md", import.meta.url), "utf8");
const firstColumn = (heading: string) => {
  const [, table = ""] = page.split(`| ${heading} |`);
  return [...String(table.split("\n\n")[0]).matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)];
};

describe("docs/agent.md", () => {
  it("lists every metric with what the code says of it", () => {
    const all = { ...METRICS, ...HISTOGRAMS, ...PROCESS_METRICS };
    const expected = Object.entries(all).map(([name, { help }]) => [name, help]);
    expect(firstColumn("metric").map(([, name, help]) => [name, help])).toEqual(expected);
  });

  it("lists every step and every strategy", () => {
    expect(firstColumn("step").map(([, name]) => name)).toEqual(IMMUTABLE_STEPS);
    expect(firstColumn("`--strategy`").map(([, name]) => name)).toEqual(STRATEGIES);
  });

  it("shows what its example writes", async () => {
    const [map, pod] = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text]) => parseYaml(String(text)).value);
    const [, listing = ""] = /```\n(pods\/UID.*?)```/s.exec(page) ?? [];
    const cluster = await startTestCluster();
    await cluster.client.create(CONFIG_MAPS, map as JsonObject);
    const created = await cluster.client.create(PODS, pod as JsonObject);
    const root = mkdtempSync(join(tmpdir(), "kiln-agent-docs-"));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const folders = await openPodFolders({ rootDir: root, clock: cluster.server.clock, fraction: () => 0.5 });
    const node = startTestNode(cluster, { ...folders, nodeName: "worker-1" });
    // Files are written to a real disk, so the test polls.
    while (node.agent.state().waitingPods > 0 || node.agent.state().pods === 0) {
      await cluster.settle();
    }
    await node.agent.close();
    const generation = /\.\.\d{4}_[\d_]+\.\d+/g;
    const shown = list(root, "").map((line) =>
      line.replaceAll(String(created.metadata.uid), "UID").replaceAll(generation, "..TIME"),
    );
    expect(shown.sort()).toEqual(listing.trim().split("\n").sort());
    const config = join(root, "pods", String(created.metadata.uid), "volumes", "kubernetes.io~configmap", "config");
    expect(statSync(join(config, "paint", "color")).mode & 0o777).toBe(0o400);
  });
});

/** Every file and link below a folder, by its path. */
function list(root: string, path: string): string[] {
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    const inner = path === "" ? entry.name : `${path}/${entry.name}`;
    if (entry.isSymbolicLink()) {
      return [`${inner} -> ${readlinkSync(join(root, inner))}`];
    }
    return entry.isDirectory() ? list(root, inner) : [inner];
  });
}
