import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createProjectorMetrics, serveHealth } from "@kiln/agent/project";
import type { JsonObject } from "@kiln/api";
import { createManualClock } from "@kiln/api/testing";
import { createClient } from "@kiln/client";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { CONFIG_MAPS, SECRETS, startTestCluster, type TestCluster } from "../agent/testing/start-node.ts";
import { readText, startTestProjector, type TestProjector, temporaryFolder } from "./testing/start-test-projector.ts";

let cluster: TestCluster;
let folder: ReturnType<typeof temporaryFolder>;
beforeEach(async () => {
  folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  cluster = await startTestCluster();
});

function start(settings: Record<string, string>): TestProjector {
  return startTestProjector(cluster.server, { folder: folder.path, label: "app", ...settings });
}

const file = (...path: string[]) => readText(join(folder.path, ...path));
const names = (below = "") => readdirSync(join(folder.path, below)).filter((name) => !name.startsWith(".."));
const create = (name: string, data: JsonObject, annotations: JsonObject = {}) =>
  cluster.create(CONFIG_MAPS, name, { metadata: { labels: { app: "web" }, annotations }, data });

describe("keys that end in .url", () => {
  let pages: Map<string, string>;
  let asked: string[];
  let web: http.Server;
  let url: string;
  beforeEach(async () => {
    pages = new Map([["/ok/page", "first"]]);
    asked = [];
    web = http.createServer((request, response) => {
      asked.push(String(request.url));
      const body = pages.get(String(request.url));
      response.writeHead(body === undefined ? 404 : 200).end(body);
    });
    await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  });
  afterEach(() => void web.close());

  it("are files like others unless it is said where they may lead", async () => {
    await create("one", { "page.url": `${url}/ok/page` });
    await start({}).projector.synced;
    expect([file("page.url"), asked]).toEqual([`${url}/ok/page`, []]);
  });

  it("are fetched from there and from nowhere else, once for each version of their object", async () => {
    await create("one", { "page.url": `${url}/ok/page\n`, "evil.url": `${url}/secret`, plain: "1" });
    await cluster.create(SECRETS, "two", {
      metadata: { labels: { app: "web" } },
      stringData: { "secret-page.url": `${url}/ok/page` },
    });
    const { projector, until } = start({ "allowed-urls": `${url}/ok`, resource: "both" });
    await projector.synced;
    expect([names(), file("page"), file("secret-page")]).toEqual([["page", "plain", "secret-page"], "first", "first"]);
    expect(projector.state().faults.join()).toMatch(/evil.url: .*\/secret is not below any URL/);
    expect(asked).toEqual(["/ok/page", "/ok/page"]);
    pages.set("/ok/page", "second");
    await create("three", { more: "1" });
    await until(
      () => file("more"),
      (text) => text === "1",
    );
    expect(file("page")).toBe("first");
    await cluster.change(CONFIG_MAPS, "one", { data: { plain: "2" } });
    await until(
      () => file("plain"),
      (text) => text === "2",
    );
    expect(file("page")).toBe("second");
  });

  it("keep their last content when they fail", async () => {
    await create("one", { "page.url": `${url}/ok/page`, plain: "1" });
    const { projector, until } = start({ "allowed-urls": `${url}/ok` });
    await projector.complete;
    pages.clear();
    await cluster.change(CONFIG_MAPS, "one", { data: { plain: "2" } });
    await until(
      () => file("plain"),
      (text) => text === "2",
    );
    expect([file("page"), projector.state().faults.join()]).toEqual(["first", expect.stringMatching(/status 404/)]);
  });
});

describe("names that cannot be", () => {
  it("are left out, and keep no other file from being written", async () => {
    const long = "x".repeat(250);
    await create("one", { [long]: "1", short: "1" });
    const { projector, metrics } = start({ "unique-filenames": "true" });
    await projector.synced;
    expect(names()).toEqual(["namespace_default.configmap_one.short"]);
    expect(metrics.read("kiln_project_refused")).toBe(1);
  });
});

describe("a folder that cannot be written", () => {
  it("holds no other folder up, and is written once it can be", async () => {
    mkdirSync(join(folder.path, "blocked/key"), { recursive: true });
    await create("one", { key: "1" }, { "k8s-sidecar-target-directory": "blocked" });
    await create("two", { other: "1" });
    const { projector, until, metrics, changes } = start({});
    await projector.synced;
    expect([file("other"), projector.state().faults.join()]).toEqual(["1", expect.stringMatching(/stand where files/)]);
    expect(metrics.read("kiln_project_publications_total", ["failed"])).toBe(1);
    rmdirSync(join(folder.path, "blocked/key"));
    await cluster.change(CONFIG_MAPS, "two", { data: { other: "2" } });
    await until(
      () => file("other"),
      (text) => text === "2",
    );
    expect(file("blocked/key")).toBe("1");
    expect([...(changes.at(-1)?.folders ?? [])].sort()).toEqual([folder.path, join(folder.path, "blocked")]);
    await projector.complete;
  });
});

describe("the manifest", () => {
  const path = () => join(folder.path, "..kiln-project.json");

  it("says which object each file is of, and is readable by its owner only", async () => {
    await create("one", { a: "1" });
    await start({}).projector.synced;
    expect(JSON.parse(readFileSync(path(), "utf8"))).toEqual({
      folders: { [folder.path]: { a: "ConfigMap/default/one" } },
    });
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  it("is not believed where it names what is not allowed, and not followed where it is a link", async () => {
    const outside = temporaryFolder();
    const foreign = startTestProjector(cluster.server, { folder: outside.path, label: "app" });
    await create("one", { a: "1" });
    await foreign.until(
      () => readText(join(outside.path, "a")),
      (text) => text === "1",
    );
    await foreign.close();
    const before = readdirSync(outside.path);
    const folders = { [outside.path]: {}, [`${folder.path}/../${outside.path}`]: {}, [`${folder.path}/x/../../y`]: {} };
    writeFileSync(path(), JSON.stringify({ folders }));
    const first = start({});
    await first.projector.synced;
    await first.close();
    expect(readdirSync(outside.path)).toEqual(before);
    unlinkSync(path());
    writeFileSync(join(outside.path, "precious"), JSON.stringify({ folders: { [join(folder.path, "sub")]: {} } }));
    symlinkSync(join(outside.path, "precious"), path());
    await start({}).projector.synced;
    expect(readFileSync(join(outside.path, "precious"), "utf8")).toContain("sub");
    expect(names()).toEqual(["a"]);
    outside.remove();
  });

  it.each(["", "{", "[1]", '{"folders": 3}', "\0"])("may be damaged: %j", async (text) => {
    writeFileSync(path(), text);
    await create("one", { a: "1" });
    await start({}).projector.synced;
    expect(file("a")).toBe("1");
  });
});

describe("probes", () => {
  it("say that the API server was not heard of for a minute, if there is anything to hear of", async () => {
    await create("one", { a: "1" });
    const { projector, transport } = start({});
    await projector.synced;
    let lastContactMs: number | undefined = 0;
    const clock = createManualClock(new Date("2026-01-01T00:00:00Z"));
    lastContactMs = clock.monotonicMs();
    const health = await serveHealth({
      ...{ port: 0, host: "127.0.0.1", clock, metrics: createProjectorMetrics() },
      client: createClient({ transport, userAgent: "probe/1" }),
      projector: { ...projector, state: () => ({ isSynced: true, faults: [], lastContactMs }) },
    });
    const probe = async (name: string) => (await fetch(`http://127.0.0.1:${health.port}/${name}`)).status;
    expect([await probe("livez"), await probe("healthz"), await probe("other")]).toEqual([200, 200, 404]);
    clock.advance(40_000);
    const before = transport.asked.length;
    expect([await probe("livez"), transport.asked.slice(before)]).toEqual([200, ["GET /version"]]);
    transport.cut();
    clock.advance(59_000);
    expect(await probe("livez")).toBe(200);
    clock.advance(2000);
    expect([await probe("livez"), await probe("healthz"), await probe("readyz")]).toEqual([503, 503, 200]);
    lastContactMs = undefined;
    expect(await probe("livez")).toBe(200);
    health.close();
  });
});
