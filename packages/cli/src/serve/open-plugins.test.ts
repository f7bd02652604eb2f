import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openPlugins } from "./open-plugins.ts";
import { openWebhook } from "./open-webhook.ts";
import { retryWebhook } from "./retry-webhook.ts";

const LOG = { info: () => {}, warn: () => {}, error: () => {} };
const undo: (() => void)[] = [];

afterEach(() => {
  for (const step of undo.splice(0)) {
    step();
  }
});

/** Writes the files and returns the path of `admission.yaml`. */
function write(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "plugins-"));
  undo.push(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
  return join(folder, "admission.yaml");
}

function admission(name: string, configuration: string): string {
  return `{kind: AdmissionConfiguration, plugins: [{name: ${name}, configuration: ${configuration}}]}`;
}

async function namesOf(plugin: string, files?: Readonly<Record<string, string>>): Promise<string[]> {
  const file = files === undefined ? undefined : write(files);
  const plugins = await openPlugins({ enabled: [plugin] }, file, LOG);
  return plugins.map(({ name }) => name);
}

const LIMITS = "apiVersion: eventratelimit.admission.k8s.io/v1alpha1, kind: Configuration, limits";
const KUBECONFIG = (server: string) => `
clusters: [{name: c, cluster: {server: "${server}"}}]
users: [{name: u, user: {token: t}}]
contexts: [{name: x, context: {cluster: c, user: u}}]
current-context: x
`;

describe("openPlugins()", () => {
  it("makes EventRateLimit of its configuration, and puts it in its place", async () => {
    const limits = `{${LIMITS}: [{type: User, qps: 5, burst: 10}]}`;
    const names = await namesOf("EventRateLimit", { "admission.yaml": admission("EventRateLimit", limits) });
    expect(names.indexOf("EventRateLimit")).toBe(names.indexOf("DefaultTolerationSeconds") + 1);
  });

  it("finds a configuration in a file of its own", async () => {
    const files = {
      "admission.yaml": "{plugins: [{name: EventRateLimit, path: limits.yaml}]}",
      "limits.yaml": `{${LIMITS}: [{type: Server, qps: 5, burst: 10}]}`,
    };
    expect(await namesOf("EventRateLimit", files)).toContain("EventRateLimit");
  });

  it.each([
    ["[]", "limits: Invalid value: []: must not be empty"],
    ["[{type: Server, qps: 1}]", "limits[0].burst: Invalid value: 0: must be positive"],
    ["[{type: User, qps: 1, burst: 1, cacheSize: -1}]", "limits[0].cacheSize: Invalid value: -1: must not be negative"],
    ["[{type: Pod, qps: 1, burst: 1}]", 'limits[0].type: Unsupported value: "Pod"'],
  ])("says what is wrong with the limits %s", async (limits, why) => {
    const files = { "admission.yaml": admission("EventRateLimit", `{${LIMITS}: ${limits}}`) };
    await expect(namesOf("EventRateLimit", files)).rejects.toThrow(
      `couldn't init admission plugin "EventRateLimit": ${why}`,
    );
  });

  it.each(["EventRateLimit", "ImagePolicyWebhook"])("does not start %s without a configuration", async (name) => {
    await expect(namesOf(name)).rejects.toThrow(`couldn't init admission plugin "${name}": `);
  });

  it.each([
    ["the file that holds nothing else", "{imagePolicy: {kubeConfigFile: k.yaml, allowTTL: 50}}"],
    ["an AdmissionConfiguration", admission("ImagePolicyWebhook", "{imagePolicy: {kubeConfigFile: k.yaml}}")],
  ])("makes ImagePolicyWebhook of %s", async (_, text) => {
    const files = { "admission.yaml": text, "k.yaml": KUBECONFIG("http://127.0.0.1:1") };
    expect(await namesOf("ImagePolicyWebhook", files)).toContain("ImagePolicyWebhook");
  });

  it("names the file and the field of a kubeconfig that is not there", async () => {
    const files = { "admission.yaml": "{imagePolicy: {kubeConfigFile: k.yaml}}" };
    await expect(namesOf("ImagePolicyWebhook", files)).rejects.toThrow(
      /: imagePolicy\.kubeConfigFile of \S+admission\.yaml: there is no kubeconfig at \S+k\.yaml$/,
    );
  });

  it("takes no answers that are to be remembered for hours", async () => {
    const text = "{imagePolicy: {kubeConfigFile: k.yaml, denyTTL: 1801}}";
    await expect(namesOf("ImagePolicyWebhook", { "admission.yaml": text })).rejects.toThrow(
      "imagePolicy.denyTTL: valid value is between 1 and 1800, got 1801",
    );
  });
});

describe("retryWebhook()", () => {
  /** Image policy webhook that returns these status codes in turn. */
  async function serve(codes: number[]) {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(codes.shift() ?? 200, { "content-type": "application/json" }).end("{}");
    });
    undo.push(() => server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const file = write({ "admission.yaml": KUBECONFIG(`http://127.0.0.1:${port}`) });
    const waits: number[] = [];
    const setTimer = (ms: number, callback: () => void) => {
      waits.push(ms);
      callback();
      return { cancel: () => {} };
    };
    const clock = { now: () => new Date(0), monotonicMs: () => 0, setTimer };
    return {
      ask: retryWebhook(await openWebhook({ kubeconfigFile: file, namedBy: "a test", timeoutMs: 10_000 }), {
        clock,
        delayMs: 100,
      }),
      seen,
      waits,
    };
  }

  it("asks again after a failure that may pass, later each time", async () => {
    const { ask, seen, waits } = await serve([500, 429, 504]);
    expect(await ask({})).toEqual({});
    expect(seen).toEqual(Array(4).fill("Bearer t"));
    expect(waits.map((ms, i) => ms >= 100 * 1.5 ** i && ms <= 120 * 1.5 ** i)).toEqual([true, true, true]);
  });

  it.each([
    [[500, 500, 500, 500, 500, 200], 5, "the webhook answered 500"],
    [[403, 200], 1, "the webhook answered 403"],
  ])("gives up where the answers are %j", async (codes, tries, message) => {
    const { ask, seen } = await serve(codes);
    await expect(ask({})).rejects.toThrow(message);
    expect(seen).toHaveLength(tries);
  });
});
