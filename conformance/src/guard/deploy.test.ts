import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSystemClock } from "@kiln/api";
import { createClient } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { runGuard } from "@kiln/guard/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createShell, readShellPage, type ShellBlock } from "../examples/shell-page.ts";
import { createKubectl, type Kubectl } from "../kubectl/run-kubectl.ts";
import { findKubectls, mustHavePrograms } from "../serve/find-program.ts";
import { until } from "../serve/peer-process.ts";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";
import { STOCK_FLAGS } from "./start-cluster.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const FOLDER = join(ROOT, "deploy", "webhook");
const OVERLAYS = ["base", "overlays/cert-manager"];
const page = readFileSync(join(ROOT, "docs", "guard.md"), "utf8");
const program = findKubectls().at(-1) ?? "kubectl";

function render(overlay: string): string {
  return execFileSync(program, ["kustomize", join(FOLDER, overlay)], { encoding: "utf8" });
}

describe.skipIf(findKubectls().length === 0 && !mustHavePrograms())("deploy/webhook (needs kubectl)", () => {
  let server: ServeProcess;
  let kubectl: Kubectl;
  beforeAll(async () => {
    server = await startServeProcess(STOCK_FLAGS);
    kubectl = createKubectl(program, server);
  }, 60_000);
  afterAll(() => server?.close());

  it.each(OVERLAYS)("renders %s, and a server takes all of it but what is cert-manager's", async (overlay) => {
    const parts = render(overlay).split(/^---$/m);
    const input = parts.filter((part) => !part.includes("apiVersion: cert-manager.io/")).join("---");
    // A dry run makes no namespace for what comes after it.
    await kubectl("apply -f -", { input: parts.find((part) => part.includes("\nkind: Namespace\n")) ?? "" });
    const said = await kubectl("apply --dry-run=server -f -", { input });
    expect(said).toContain("deployment.apps/kiln-webhook created (server dry run)");
    expect(said).toContain("service/kiln-webhook created (server dry run)");
  });

  it.each(OVERLAYS)("names in %s only flags that the webhook has", (overlay) => {
    const used = [...render(overlay).matchAll(/^ *- (--[a-z-]+)=/gm)].map(([, flag]) => String(flag));
    const kiln = join(ROOT, "packages", "cli", "bin", "kiln.mjs");
    const help = execFileSync(process.execPath, [kiln, "webhook", "--help"], { encoding: "utf8" });
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter((flag) => !help.includes(`${flag} `))).toEqual([]);
  });

  it("is installed, guards a kind with its own rights alone, and is taken away as docs/guard.md says", async () => {
    const [install, define, ...takeAway] = readShellPage(page) as [ShellBlock, ShellBlock, ...ShellBlock[]];
    const shell = createShell({ kubectl: program, server });
    const type = (commands: string) => shell({ line: 0, commands, prints: "" });
    writeFileSync(
      join(server.folder, "kettle.yaml"),
      /^```yaml\n# kettle.yaml\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? "",
    );
    await shell(install);

    const guard = await startGuard(server, await kubectl("create token kiln-webhook -n kiln-webhook"));
    await shell(define);
    const input = "{apiVersion: example.com/v1, kind: Kettle, metadata: {name: tea}, spec: {size: s}}";
    await kubectl("create -f -", { input });
    const resize = () => type(`kubectl patch kettle tea --type merge -p '{"spec":{"size":"m"}}'`);
    await until("the mark is kept", async () => (await resize()).includes("spec.size is marked"));

    await guard.close();
    expect(await resize()).toContain("failed calling webhook");
    for (const block of takeAway) {
      await shell(block);
    }
    expect(await resize()).toBe("kettle.example.com/tea patched\n");
  }, 60_000);
});

/** The command of the Deployment, with the token that it would have. */
async function startGuard({ kubeconfig, folder }: ServeProcess, token: string) {
  const { credentials: _, ...cluster } = loadAccess({ file: kubeconfig });
  const access = { ...cluster, credentials: { token: async () => token.trim() } };
  const client = createClient({ transport: openTransport(access), userAgent: "guard-test/1" });
  const pki = join(folder, "data", "pki");
  const guard = await runGuard({
    client,
    clock: createSystemClock(),
    fraction: Math.random,
    server: {
      tls: { certFile: join(pki, "server.crt"), keyFile: join(pki, "server.key") },
      host: "127.0.0.1",
      port: 0,
    },
    configuration: {
      name: "kiln-guard",
      addressAt: (port) => ({ url: `https://127.0.0.1:${port}` }),
      caFile: join(pki, "ca.crt"),
    },
    onFault: () => {},
  });
  await until("the guard is ready", async () => guard.isReady);
  return {
    close: async () => {
      await guard.close();
      client.close();
    },
  };
}
