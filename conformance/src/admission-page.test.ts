import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CONFIGURED_PLUGINS, selectPlugins } from "@kiln/admission";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openConnection, readKubeconfig, readText } from "./replay/connection.ts";
import { type ServeProcess, startServeProcess } from "./serve/serve-process.ts";

const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "controllers-and-admission.md"), "utf8");
const TIMEOUT_MS = 10_000;

function namesAfter(words: string): string[] {
  const [, text = ""] = new RegExp(`^${words}: ([^.]*)\\.`, "m").exec(page) ?? [];
  return text.split(/,\s+(?:and\s+)?/).filter((name) => !name.includes(" "));
}

/** The page calls these what they are for. */
const FOR_POLICIES_AND_WEBHOOKS = /^(Mutating|Validating)Admission(Policy|Webhook)$/;

describe("docs/controllers-and-admission.md", () => {
  it("lists the plugins that are on", () => {
    const names = selectPlugins().map(({ name }) => name);
    expect(namesAfter("Enabled by default")).toEqual(names.filter((name) => !FOR_POLICIES_AND_WEBHOOKS.test(name)));
  });

  it("lists the plugins that can be enabled", () => {
    const names = namesAfter("Disabled by default");
    const own = names.filter((name) => !CONFIGURED_PLUGINS.includes(name));
    expect(selectPlugins({ enabled: own })).toHaveLength(selectPlugins().length + own.length);
    expect(names).toEqual(expect.arrayContaining([...CONFIGURED_PLUGINS]));
  });
});

describe("the configuration in docs/controllers-and-admission.md", () => {
  let backend: Server;
  let server: ServeProcess;
  let folder = "";

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "kiln-admission-"));
    backend = createServer(async (request, response) => {
      const review = JSON.parse(Buffer.concat(await request.toArray()).toString("utf8"));
      const allowed = review.spec.containers.every(({ image }: { image: string }) => image.endsWith(":good"));
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ...review, status: { allowed, reason: allowed ? "" : "no good" } }));
    });
    await new Promise<void>((resolve) => backend.listen(0, "127.0.0.1", resolve));
    const { port } = backend.address() as AddressInfo;
    const file = join(folder, "admission.yaml");
    writeFileSync(file, /```yaml\n(.*?)```/s.exec(page)?.[1] ?? "");
    writeFileSync(
      join(folder, "image-policy.kubeconfig"),
      `{clusters: [{name: c, cluster: {server: "http://127.0.0.1:${port}/review"}}], users: [{name: u, user: {}}],
        contexts: [{name: x, context: {cluster: c, user: u}}], current-context: x}`,
    );
    const plugins = CONFIGURED_PLUGINS.join(",");
    const flags = ["--enable-admission-plugins", plugins, "--admission-control-config-file", file];
    server = await startServeProcess(["--store", "memory", ...flags]);
  }, 60_000);

  afterAll(async () => {
    await server?.close();
    backend?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("lets the program decide about images", async () => {
    const connection = openConnection(readKubeconfig(server.kubeconfig));
    const create = async (image: string) => {
      const body = { metadata: { name: "p" }, spec: { containers: [{ name: "c", image }] } };
      const target = "/api/v1/namespaces/default/pods";
      const request = { method: "POST", target, headers: {}, payload: JSON.stringify(body), timeoutMs: TIMEOUT_MS };
      const response = await connection.send(request);
      return JSON.parse(await readText(response, TIMEOUT_MS));
    };
    try {
      expect((await create("i:bad")).message).toBe(
        'pods "p" is forbidden: image policy webhook backend denied one or more images: no good',
      );
      expect((await create("i:good")).kind).toBe("Pod");
    } finally {
      connection.close();
    }
  }, 60_000);
});
