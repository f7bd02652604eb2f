import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@kiln/api";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { CONFIG_MAPS, SECRETS, startTestCluster, type TestCluster } from "../agent/testing/start-node.ts";
import { readText, startTestProjector, type TestProjector, temporaryFolder } from "./testing/start-test-projector.ts";

let cluster: TestCluster;
let folder: ReturnType<typeof temporaryFolder>;
beforeEach(async () => {
  folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  cluster = await startTestCluster();
});

function start(settings: Record<string, string>, files: Record<string, string> = {}): TestProjector {
  return startTestProjector(cluster.server, { folder: folder.path, ...settings }, files);
}

const file = (...path: string[]) => readText(join(folder.path, ...path));
const names = (below = "") => readdirSync(join(folder.path, below)).filter((name) => !name.startsWith(".."));
const labelled = (data: Record<string, string>, more: JsonObject = {}, annotations: JsonObject = {}): JsonObject => ({
  metadata: { labels: { app: "web" }, annotations },
  data,
  ...more,
});
const count = (asked: readonly string[], pattern: RegExp) => asked.filter((one) => pattern.test(one)).length;

describe("objects with a label", () => {
  it("become files, change as a whole, and go", async () => {
    await cluster.create(CONFIG_MAPS, "one", labelled({ a: "1", b: "1" }, { binaryData: { raw: "AAEC" } }));
    await cluster.create(CONFIG_MAPS, "other", { data: { c: "not labelled" } });
    const { projector, until } = start({ label: "app", "label-value": "web" });
    await projector.synced;
    expect(names()).toEqual(["a", "b", "raw"]);
    expect(readFileSync(join(folder.path, "raw"))).toEqual(Buffer.from([0, 1, 2]));
    expect(lstatSync(join(folder.path, "..data")).isSymbolicLink()).toBe(true);
    await cluster.change(CONFIG_MAPS, "one", { data: { a: "2", b: null, d: "2" } });
    await until(
      () => file("a"),
      (text) => text === "2",
    );
    expect(names()).toEqual(["a", "d", "raw"]);
    await cluster.create(CONFIG_MAPS, "two", labelled({ e: "2" }));
    await until(names, (list) => list.includes("e"));
    await cluster.change(CONFIG_MAPS, "one", { metadata: { labels: { app: "other" } } });
    await until(names, (list) => list.length === 1);
    await cluster.remove(CONFIG_MAPS, "two");
    await until(names, (list) => list.length === 0);
  });

  it("may be ConfigMaps and Secrets of several namespaces, whose names run together", async () => {
    for (const [namespace, name] of [
      ["a", "bc"],
      ["ab", "c"],
    ] as const) {
      await cluster.server.send("POST", "/api/v1/namespaces", {
        body: JSON.stringify({ metadata: { name: namespace } }),
      });
      const metadata = { namespace, name, labels: { app: "web" } };
      await cluster.client.create(CONFIG_MAPS, { metadata, data: { [`map-${namespace}`]: "1" } });
      await cluster.client.create(SECRETS, { metadata, stringData: { [`secret-${namespace}`]: "1" } });
    }
    const { projector, until } = start({ label: "app", namespace: "a,ab", resource: "both" });
    await projector.synced;
    expect(names()).toEqual(["map-a", "map-ab", "secret-a", "secret-ab"]);
    await cluster.client.delete(CONFIG_MAPS, { namespace: "a", name: "bc" });
    await until(names, (list) => list.length === 3);
    expect(names()).toEqual(["map-ab", "secret-a", "secret-ab"]);
  });

  it("are watched by their metadata alone, and read when they change", async () => {
    await cluster.create(CONFIG_MAPS, "fixed", labelled({ a: "1" }, { immutable: true }));
    await cluster.create(CONFIG_MAPS, "loose", labelled({ b: "1" }));
    const { projector, transport, until } = start({ label: "app" });
    await projector.synced;
    expect(count(transport.asked, /configmaps$/)).toBe(1);
    expect(count(transport.asked, /configmaps\/fixed$/)).toBe(1);
    expect(count(transport.asked, /configmaps\/loose$/)).toBe(1);
    await cluster.change(CONFIG_MAPS, "fixed", {
      metadata: { annotations: { "k8s-sidecar-target-directory": "sub" } },
    });
    await until(
      () => file("sub/a"),
      (text) => text === "1",
    );
    await cluster.change(CONFIG_MAPS, "loose", { data: { b: "2" } });
    await until(
      () => file("b"),
      (text) => text === "2",
    );
    expect(count(transport.asked, /configmaps\/fixed$/)).toBe(1);
    expect(count(transport.asked, /configmaps\/loose$/)).toBe(2);
    expect(await cluster.openWatches("configmaps")).toBe(1);
  });

  it("are asked for again and again with SLEEP, and not read if they did not change", async () => {
    await cluster.create(CONFIG_MAPS, "one", labelled({ a: "1" }));
    const { projector, transport, until } = start({ label: "app", method: "SLEEP", "sleep-time": "0.01" });
    await projector.synced;
    await cluster.change(CONFIG_MAPS, "one", { data: { a: "2" } });
    await until(
      () => file("a"),
      (text) => text === "2",
    );
    await cluster.remove(CONFIG_MAPS, "one");
    await until(names, (list) => list.length === 0);
    expect(count(transport.asked, /configmaps\/one$/)).toBe(2);
    expect(await cluster.openWatches("configmaps")).toBe(0);
  });
});

describe("objects with a name", () => {
  it("that are immutable are read once: no watch, no poll", async () => {
    await cluster.create(CONFIG_MAPS, "fixed", { data: { a: "1" }, immutable: true });
    await cluster.create(SECRETS, "loose", { stringData: { b: "1" } });
    for (const method of ["WATCH", "SLEEP"]) {
      const settings = {
        "resource-name": "configmap/fixed,secret/loose",
        method,
        "sleep-time": "0.01",
        resource: "both",
      };
      const { projector, transport, until, close } = start(settings);
      await projector.synced;
      await cluster.change(SECRETS, "loose", { stringData: { b: method } });
      await until(
        () => file("b"),
        (text) => text === method,
      );
      expect([file("a"), count(transport.asked, /configmaps/)]).toEqual(["1", 1]);
      expect(await cluster.openWatches("configmaps")).toBe(0);
      expect(await cluster.openWatches("secrets")).toBe(method === "WATCH" ? 1 : 0);
      await close();
    }
  });

  it("are let go of when they are marked immutable later, with their last data", async () => {
    await cluster.create(CONFIG_MAPS, "late", { data: { a: "1" } });
    const { projector, until } = start({ "resource-name": "late" });
    await projector.synced;
    expect(await cluster.openWatches("configmaps")).toBe(1);
    await cluster.change(CONFIG_MAPS, "late", { data: { a: "2" }, immutable: true });
    await until(
      () => file("a"),
      (text) => text === "2",
    );
    await cluster.settle();
    expect(await cluster.openWatches("configmaps")).toBe(0);
    expect(projector.state().lastContactMs).toBeUndefined();
  });

  it("may come later", async () => {
    const { projector, until } = start({ "resource-name": "later" });
    await projector.synced;
    expect(projector.state().faults).toEqual(["ConfigMap/default/later is not there"]);
    await cluster.create(CONFIG_MAPS, "later", { data: { a: "1" } });
    await until(
      () => file("a"),
      (text) => text === "1",
    );
    await projector.complete;
  });
});

describe("folders that objects choose", () => {
  it("are below the folder or one that is allowed, and nowhere else", async () => {
    const extra = temporaryFolder();
    const outside = temporaryFolder();
    symlinkSync(outside.path, join(folder.path, "link"));
    mkdirSync(join(folder.path, "there"));
    const choices = {
      relative: "sub/folder",
      there: "there",
      allowed: join(extra.path, "x"),
      above: "../escape",
      inside: "a/../../escape",
      elsewhere: outside.path,
      linked: "link",
      reserved: "..data/x",
    };
    for (const [name, wanted] of Object.entries(choices)) {
      await cluster.create(
        CONFIG_MAPS,
        name,
        labelled({ [name]: "1" }, {}, { "k8s-sidecar-target-directory": wanted }),
      );
    }
    const { projector, warnings, metrics } = start({ label: "app", "allowed-folders": extra.path });
    await projector.synced;
    expect(file("sub/folder/relative")).toBe("1");
    expect(file("there/there")).toBe("1");
    expect(readText(join(extra.path, "x/allowed"))).toBe("1");
    expect(names()).toEqual(["link", "sub", "there"]);
    expect(readdirSync(outside.path)).toEqual([]);
    expect(existsSync(join(folder.path, "../escape"))).toBe(false);
    expect(metrics.read("kiln_project_refused")).toBe(4);
    expect(warnings.join("\n")).toMatch(/link is no directory, or is behind a symbolic link/);
    extra.remove();
    outside.remove();
  });
});

describe("two objects with the same file", () => {
  beforeEach(async () => {
    await cluster.create(CONFIG_MAPS, "z-older", labelled({ same: "older", own: "1" }));
    await cluster.pass(2);
    await cluster.create(CONFIG_MAPS, "a-younger", labelled({ same: "younger" }));
  });

  it("leave it to the older one, and are counted", async () => {
    const { projector, metrics, until } = start({ label: "app" });
    await projector.synced;
    expect([file("same"), metrics.read("kiln_project_duplicates")]).toEqual(["older", 1]);
    await cluster.remove(CONFIG_MAPS, "z-older");
    await until(
      () => file("same"),
      (text) => text === "younger",
    );
    expect(metrics.read("kiln_project_duplicates")).toBe(0);
  });

  it("keep the folder as it is, if that is asked for", async () => {
    const { projector } = start({ label: "app", "on-duplicate": "error" });
    await projector.synced;
    expect(projector.state().faults.join()).toMatch(/same is of ConfigMap\/default\/z-older, not of .*a-younger/);
    expect(names()).toEqual([]);
  });

  it("both have theirs under unique names", async () => {
    const { projector } = start({ label: "app", "unique-filenames": "true" });
    await projector.synced;
    expect(names()).toEqual([
      "namespace_default.configmap_a-younger.same",
      "namespace_default.configmap_z-older.own",
      "namespace_default.configmap_z-older.same",
    ]);
  });
});

describe("a file of folders", () => {
  const sets = `
folders:
- path: app
  defaultMode: 0640
  sources:
  - configMap: {name: settings, items: [{key: color, path: conf/color, mode: 0600}]}
  - secret: {name: keys, optional: true}
  - configMap: {name: override}
- path: web
  sources:
  - select: {label: app, value: web}
`;

  it("has the sources of a projected volume, of which the last wins", async () => {
    await cluster.create(CONFIG_MAPS, "settings", { data: { color: "red", size: "1" } });
    await cluster.create(CONFIG_MAPS, "override", { data: { key: "from the map" } });
    await cluster.create(CONFIG_MAPS, "one", labelled({ page: "1" }));
    const { projector, until } = start({ config: "sets.yaml" }, { "sets.yaml": sets });
    await projector.synced;
    expect([names("app"), file("app/conf/color"), file("web/page")]).toEqual([["conf", "key"], "red", "1"]);
    const modeOf = (path: string) => statSync(join(folder.path, path)).mode & 0o777;
    expect([modeOf("app/conf/color"), modeOf("app/key")]).toEqual([0o600, 0o640]);
    await cluster.create(SECRETS, "keys", { stringData: { key: "from the secret", other: "1" } });
    await until(
      () => file("app/other"),
      (text) => text === "1",
    );
    expect(file("app/key")).toBe("from the map");
  });

  it("keeps a folder as it is while something is missing that is not optional", async () => {
    await cluster.create(CONFIG_MAPS, "settings", { data: { color: "red" } });
    await cluster.create(CONFIG_MAPS, "override", { data: { key: "1" } });
    const { projector, until } = start({ config: "sets.yaml" }, { "sets.yaml": sets });
    await projector.complete;
    await cluster.remove(CONFIG_MAPS, "override");
    await cluster.create(CONFIG_MAPS, "one", labelled({ page: "1" }));
    await until(
      () => file("web/page"),
      (text) => text === "1",
    );
    expect([file("app/key"), projector.state().faults.length > 0]).toEqual(["1", true]);
  });
});

describe("a projector that starts again", () => {
  it("takes away what was deleted while it was not there, in every folder", async () => {
    await cluster.create(CONFIG_MAPS, "stays", labelled({ a: "1" }));
    await cluster.create(CONFIG_MAPS, "goes", labelled({ b: "1" }));
    await cluster.create(CONFIG_MAPS, "far", labelled({ c: "1" }, {}, { "k8s-sidecar-target-directory": "far" }));
    const first = start({ label: "app" });
    await first.projector.synced;
    expect([names(), names("far")]).toEqual([["a", "b", "far"], ["c"]]);
    await first.close();
    await cluster.remove(CONFIG_MAPS, "goes");
    await cluster.remove(CONFIG_MAPS, "far");
    const second = start({ label: "app" });
    await second.projector.synced;
    expect([names(), names("far")]).toEqual([["a", "far"], []]);
    expect([...(second.changes[0]?.folders ?? [])].sort()).toEqual([folder.path, join(folder.path, "far")]);
  });

  it("writes nothing if nothing has changed, and nothing before it knows everything", async () => {
    await cluster.create(CONFIG_MAPS, "one", labelled({ a: "1" }));
    const first = start({ label: "app" });
    await first.projector.synced;
    await first.close();
    const before = readdirSync(folder.path);
    const second = start({ label: "app" });
    second.transport.cut();
    await cluster.settle();
    expect([second.projector.state().isSynced, file("a")]).toEqual([false, "1"]);
    second.transport.mend();
    await second.projector.synced;
    expect(readdirSync(folder.path)).toEqual(before);
    expect(second.changes).toEqual([{ folders: [], isFirst: true }]);
  });

  it("keeps its files while the API server is away, and catches up", async () => {
    await cluster.create(CONFIG_MAPS, "one", labelled({ a: "1" }));
    const { projector, transport, until } = start({ label: "app" });
    await projector.synced;
    transport.cut();
    await cluster.change(CONFIG_MAPS, "one", { data: { a: "2" } });
    await cluster.settle();
    expect(file("a")).toBe("1");
    transport.mend();
    await until(
      () => file("a"),
      (text) => text === "2",
    );
  });
});

describe("changes", () => {
  it("of several objects are reported together, whichever of them it was", async () => {
    await cluster.create(CONFIG_MAPS, "map", labelled({ a: "1" }));
    await cluster.create(SECRETS, "secret", { metadata: { labels: { app: "web" } }, stringData: { b: "1" } });
    const { projector, changes, until } = start({ label: "app", resource: "both", debounce: "0.3" });
    await projector.synced;
    await cluster.change(CONFIG_MAPS, "map", { data: { a: "2" } });
    await cluster.change(SECRETS, "secret", { metadata: { annotations: { x: "1" } } });
    await until(
      () => file("a"),
      (text) => text === "2",
    );
    await cluster.change(CONFIG_MAPS, "map", { metadata: { annotations: { x: "1" } } });
    await cluster.change(SECRETS, "secret", { stringData: { b: "2" } });
    await until(
      () => file("b"),
      (text) => text === "2",
    );
    expect(changes).toEqual([
      { folders: [folder.path], isFirst: true },
      { folders: [folder.path], isFirst: false },
      { folders: [folder.path], isFirst: false },
    ]);
  });
});
