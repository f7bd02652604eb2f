import { createHmac } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { decodeUtf8, type JsonObject } from "@kiln/api";
import { parseYaml, parseYamlDocuments } from "@kiln/api/yaml";
import { type Client, createClient, type ResourceType, readAnswer } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CONFIG_MAPS } from "../agent/testing/start-node.ts";
import { findPeer, startPeerProcess, until } from "../serve/peer-process.ts";
import { type ServeProcess, startServeProcess } from "../serve/serve-process.ts";
import { type KilnCommand, startKiln } from "../snapshot/kiln-command.ts";
import { readText, temporaryFolder } from "./testing/start-test-projector.ts";

const NAMESPACES: ResourceType = { group: "", version: "v1", plural: "namespaces", isNamespaced: false };
const RIGHTS: Readonly<Record<string, ResourceType>> = {
  ServiceAccount: { group: "", version: "v1", plural: "serviceaccounts", isNamespaced: true },
  Role: { group: "rbac.authorization.k8s.io", version: "v1", plural: "roles", isNamespaced: true },
  RoleBinding: { group: "rbac.authorization.k8s.io", version: "v1", plural: "rolebindings", isNamespaced: true },
};

let server: Pick<ServeProcess, "kubeconfig" | "close">;
let client: Client;
let folder: ReturnType<typeof temporaryFolder>;
const running: KilnCommand[] = [];
let namespace = "";
let namespaces = 0;
beforeEach(async () => {
  folder = temporaryFolder();
  namespace = `test-${++namespaces}`;
  await client.create(NAMESPACES, { metadata: { name: namespace } });
});
afterEach(async () => {
  for (const command of running.splice(0)) {
    command.child.kill("SIGKILL");
    await command.ended;
  }
  folder.remove();
});

const out = (...path: string[]) => join(folder.path, "out", ...path);
const createMap = (name: string, data: JsonObject, more: JsonObject = {}) =>
  client.create(CONFIG_MAPS, { metadata: { namespace, name, labels: { app: "web" } }, data, ...more });
const changeMap = (name: string, data: JsonObject) =>
  client.patch(CONFIG_MAPS, { namespace, name }, { type: "merge", body: { data } });

function project(args: readonly string[], kubeconfig = server.kubeconfig): KilnCommand {
  const command = startKiln(["project", "--folder", out(), "--namespace", namespace, ...args], kubeconfig);
  running.push(command);
  return command;
}

function describeOnce(): void {
  it("ends with 0 if everything is there, and with 1 if not", async () => {
    await createMap("here", { a: "1" });
    const good = project(["--resource-name", "here", "--once"]);
    expect([await good.ended, readText(out("a"))]).toEqual([0, "1"]);
    const bad = project(["--resource-name", "here,gone", "--once"]);
    expect([await bad.ended, bad.said()]).toEqual([
      1,
      expect.stringContaining(`ConfigMap/${namespace}/gone is not there`),
    ]);
    expect(readText(out("a"))).toBe("1");
    const wrong = project(["--resource", "pods", "--label", "app"]);
    expect([await wrong.ended, wrong.said()]).toEqual([2, expect.stringContaining("configmap, secret or both")]);
  });

  it("waits for the named objects, and no longer than allowed", async () => {
    const patient = project(["--label", "app", "--once", "--wait-for", "late"]);
    await createMap("late", { a: "1" });
    expect([await patient.ended, readText(out("a"))]).toEqual([0, "1"]);
    const hasty = project(["--label", "app", "--once", "--wait-for", "never", "--wait-timeout", "0.2"]);
    expect([await hasty.ended, hasty.said()]).toEqual([1, expect.stringContaining("after 0.2 seconds")]);
  });

  it("is what METHOD=LIST means", async () => {
    await createMap("one", { a: "1" });
    expect(await project(["--label", "app", "--method", "LIST"]).ended).toBe(0);
    expect(readText(out("a"))).toBe("1");
  });
}

function describeLong(): void {
  it("follows changes, answers probes, tells of them, and stops when told to", async () => {
    const told: { readonly body: string; readonly headers: http.IncomingHttpHeaders }[] = [];
    const receiver = http.createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) {
        body += decodeUtf8(chunk as Buffer);
      }
      told.push({ body, headers: request.headers });
      response.writeHead(told.length === 1 ? 500 : 200).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const { port } = receiver.address() as AddressInfo;
    writeFileSync(join(folder.path, "key"), "shared\n");
    const request = [
      "--req-url",
      `http://127.0.0.1:${port}/`,
      "--req-method",
      "POST",
      "--req-retry-backoff-factor",
      "0",
    ];
    await createMap("one", { a: "1" });
    const waits = ["--wait-for", "more", "--health-port", "0", "--log-format", "LOGFMT", "--log-tz", "UTC"];
    const command = project(["--label", "app", ...waits, ...request, "--req-hmac-key-file", join(folder.path, "key")]);
    const [, health = ""] = await command.until(/health on port (\d+)/);
    const probe = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${health}${path}`);
      return [answer.status, await answer.text()] as const;
    };
    await command.until(/synced/);
    expect(await probe("/readyz")).toEqual([503, `ConfigMap/${namespace}/more is not there\n`]);
    expect(await probe("/livez")).toEqual([200, "ok\n"]);
    await createMap("more", { b: "1" });
    await until("it is ready", async () => (await probe("/readyz"))[0] === 200);
    expect([readText(out("a")), readText(out("b"))]).toEqual(["1", "1"]);
    await changeMap("one", { a: "2" });
    await until("the change is there", async () => readText(out("a")) === "2");
    await until("it was notified", async () => told.length >= 4);
    const { body, headers } = told[0] as (typeof told)[number];
    const mac = createHmac("sha256", "shared").update(`${headers["x-kiln-timestamp"]}.${body}`).digest("hex");
    expect([body, headers["x-kiln-signature"]]).toEqual([JSON.stringify({ folders: [out()] }), `sha256=${mac}`]);
    expect((await probe("/metrics"))[1]).toContain("kiln_project_objects 2");
    expect(command.said()).toMatch(/time=\S+Z level=INFO msg="project: folder published" folder=/);
    command.child.kill("SIGTERM");
    expect(await command.ended).toBe(0);
    receiver.close();
  }, 60_000);

  it("needs no more than the rights that it prints", async () => {
    await createMap("fixed", { a: "1" }, { immutable: true });
    await createMap("loose", { b: "1" });
    await createMap("other", { c: "1" });
    const settings = ["--resource-name", "fixed,loose"];
    const args = ["project", "rbac", "--folder", out(), "--namespace", namespace, ...settings];
    const printed = startKiln([...args, `--account-namespace=${namespace}`], server.kubeconfig);
    expect(await printed.ended).toBe(0);
    for (const { value } of parseYamlDocuments(printed.said())) {
      const object = value as JsonObject;
      await client.create(RIGHTS[String(object.kind)] as ResourceType, object);
    }
    const kubeconfig = join(folder.path, "kubeconfig");
    writeFileSync(kubeconfig, JSON.stringify(await withToken("kiln-project")));
    const command = project([...settings, "--health-port", "off"], kubeconfig);
    await command.until(/synced/);
    expect([readText(out("a")), readText(out("b"))]).toEqual(["1", "1"]);
    await changeMap("loose", { b: "2" });
    await until("the change is there", async () => readText(out("b")) === "2");
    const refused = project(["--resource-name", "other", "--once", "--wait-timeout", "1"], kubeconfig);
    expect([await refused.ended, refused.said()]).toEqual([1, expect.stringContaining("forbidden")]);
  }, 60_000);
}

/** The administrator's kubeconfig, with a token of an account instead of his certificate. */
async function withToken(account: string): Promise<JsonObject> {
  const target = `/api/v1/namespaces/${namespace}/serviceaccounts/${account}/token`;
  const body = new TextEncoder().encode(JSON.stringify({ spec: {} }));
  const answer = await client.send("POST", target, { body, headers: { "content-type": "application/json" } });
  const { status } = (await readAnswer(answer)) as { status: JsonObject };
  const config = parseYaml(readFileSync(server.kubeconfig, "utf8")).value as JsonObject;
  const [user] = config.users as JsonObject[];
  return { ...config, users: [{ name: user?.name ?? "", user: { token: status.token ?? "" } }] };
}

const peer = findPeer();
const clusters: [string, () => Promise<typeof server>][] = [
  ["Kiln", () => startServeProcess(["--store", "memory"])],
  ...(peer === undefined
    ? []
    : [["kube-apiserver", () => startPeerProcess(peer)] as [string, () => Promise<typeof server>]]),
];

// With KILN_PEER_APISERVER and KILN_PEER_ETCD also on Kubernetes' own server.
describe.each(clusters)("on %s", (_, start) => {
  beforeAll(async () => {
    server = await start();
    const access = loadAccess({ file: server.kubeconfig });
    client = createClient({ transport: openTransport(access), userAgent: "project-test/1" });
  });
  afterAll(async () => {
    client.close();
    await server.close();
  });

  describe("kiln project --once", describeOnce);
  describe("kiln project", describeLong);
});
