import type { JsonObject } from "@kiln/api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { widget } from "../testing/define-widgets.ts";
import { readWatch, type TestWatchEvent, type WatchReader } from "../testing/read-watch.ts";
import type { TestServer } from "../testing/start-test-server.ts";
import { startWidgets } from "../testing/watch-widgets.ts";

const ALL = "/apis/example.com/v1/widgets";
const NAMESPACES = ["default", "kube-system"];
const NAMES = ["a", "b", "ab"];
const COLORS = ["red", "blue"];
const MERGE_PATCH = { "content-type": "application/merge-patch+json" };

interface Write {
  readonly verb: "POST" | "PATCH" | "DELETE";
  readonly namespace: string;
  readonly name: string;
  readonly tier: string;
  readonly color: string;
}

interface Watcher {
  readonly path: string;
  readonly selector: string;
  /** Number of writes before the informer lists, and of further writes before it watches. */
  readonly listAt: number;
  readonly delay: number;
  readonly start: "version" | "state" | "any";
}

const write: fc.Arbitrary<Write> = fc.record({
  verb: fc.constantFrom("POST", "PATCH", "PATCH", "DELETE"),
  namespace: fc.constantFrom(...NAMESPACES),
  name: fc.constantFrom(...NAMES),
  tier: fc.constantFrom("x", "y"),
  color: fc.constantFrom(...COLORS),
});

const watcher: fc.Arbitrary<Watcher> = fc.record({
  path: fc.constantFrom(ALL, ...NAMESPACES.map(pathOf)),
  selector: fc.constantFrom(
    "",
    "labelSelector=tier%3Dx",
    "labelSelector=tier%21%3Dx",
    "fieldSelector=spec.color%3Dblue",
    "fieldSelector=metadata.name%3Da",
    "fieldSelector=metadata.namespace%3Ddefault",
    "labelSelector=tier+in+(x)&fieldSelector=spec.color%21%3Dred",
  ),
  listAt: fc.nat(20),
  delay: fc.nat(20),
  start: fc.constantFrom("version", "state", "any"),
});

/** An informer: the objects it has by namespace and name, and its watch. */
interface Informer {
  readonly watcher: Watcher;
  readonly objects: Map<string, JsonObject>;
  version: string;
  reader?: WatchReader;
}

describe("a watch", () => {
  it("turns the list it starts from into the list at its end, whatever is written and selected", async () => {
    const run = fc.asyncProperty(fc.array(write, { maxLength: 40 }), fc.array(watcher, { maxLength: 5 }), play);
    await fc.assert(run, { numRuns: 40 });
  }, 30_000);
});

async function play(writes: readonly Write[], watchers: readonly Watcher[]): Promise<void> {
  const server = await startWidgets();
  const informers: Informer[] = watchers.map((asked) => ({ watcher: asked, objects: new Map(), version: "" }));
  for (let at = 0; at <= Math.max(writes.length, 41); at++) {
    for (const informer of informers) {
      await startInformer(server, informer, at);
    }
    const next = writes[at];
    if (next !== undefined) {
      await doWrite(server, next);
    }
  }
  // A write later than every start, so that the next bookmark reaches all watches.
  await server.send("POST", "/api/v1/namespaces/default/configmaps", {
    body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "end" } },
  });
  server.clock.advance(60_000);
  for (const informer of informers) {
    await follow(informer);
    const list = await listObjects(server, informer.watcher);
    expect(Object.fromEntries(informer.objects)).toEqual(Object.fromEntries(list.objects));
  }
  await server.close();
  expect(server.clock.pendingTimers()).toBe(0);
}

/** Lists and then watches, each after its number of writes. */
async function startInformer(server: TestServer, informer: Informer, at: number): Promise<void> {
  const { listAt, delay, path, selector, start } = informer.watcher;
  if (at === listAt && start === "version") {
    const { objects, version } = await listObjects(server, informer.watcher);
    informer.version = version;
    for (const [key, object] of objects) {
      informer.objects.set(key, object);
    }
  }
  if (at === listAt + delay) {
    const version = { version: `&resourceVersion=${informer.version}`, state: "", any: "&resourceVersion=0" }[start];
    const target = `${path}?watch=1&allowWatchBookmarks=true&${selector}${version}`;
    informer.reader = readWatch(await server.open("GET", target));
  }
}

async function listObjects(server: TestServer, { path, selector }: Watcher) {
  const { json } = await server.send("GET", `${path}?${selector}`);
  const { resourceVersion } = (json?.metadata ?? {}) as { resourceVersion: string };
  const items = (json?.items ?? []) as JsonObject[];
  return { objects: new Map(items.map((item) => [keyOf(item), item])), version: resourceVersion };
}

async function doWrite(server: TestServer, { verb, namespace, name, tier, color }: Write): Promise<void> {
  const path = pathOf(namespace);
  if (verb === "POST") {
    const body = { ...widget(name, { spec: { color } }), metadata: { name, labels: { tier } } };
    await server.send("POST", path, { body });
  } else if (verb === "PATCH") {
    const body = { metadata: { labels: { tier } }, spec: { color } };
    await server.send("PATCH", `${path}/${name}`, { body, headers: MERGE_PATCH });
  } else {
    await server.send("DELETE", `${path}/${name}`);
  }
}

/** Applies all events up to the last bookmark to the informer's objects. */
async function follow({ objects, reader }: Informer): Promise<void> {
  for (;;) {
    const [event] = (await reader?.take(1)) ?? [];
    if (event === undefined || isLastBookmark(event)) {
      return;
    }
    applyEvent(objects, event);
  }
}

function isLastBookmark({ type, object }: TestWatchEvent): boolean {
  return type === "BOOKMARK" && !Object.hasOwn(object.metadata as JsonObject, "annotations");
}

/** Applies an event to the objects. Fails if they contradict, such as ADDED for an existing object. */
function applyEvent(objects: Map<string, JsonObject>, { type, object }: TestWatchEvent): void {
  const key = keyOf(object);
  const known = objects.get(key);
  if (type === "BOOKMARK") {
    return;
  }
  expect([type, known !== undefined]).toEqual([type, type !== "ADDED"]);
  if (known !== undefined) {
    expect(versionOf(object)).toBeGreaterThan(versionOf(known));
  }
  if (type === "DELETED") {
    expect(object.spec).toEqual(known?.spec);
    objects.delete(key);
  } else {
    objects.set(key, object);
  }
}

function pathOf(namespace: string): string {
  return `/apis/example.com/v1/namespaces/${namespace}/widgets`;
}

function keyOf(object: JsonObject): string {
  const { namespace, name } = object.metadata as { namespace: string; name: string };
  return `${namespace}/${name}`;
}

function versionOf(object: JsonObject): number {
  return Number((object.metadata as { resourceVersion: string }).resourceVersion);
}
