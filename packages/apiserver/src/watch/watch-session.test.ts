import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { WIDGETS, widgetDefinition } from "../testing/define-widgets.ts";
import { DEFINITIONS } from "../testing/definitions.ts";
import { printEvent } from "../testing/read-watch.ts";
import {
  createWidget,
  openWatch,
  PROPERTIES,
  SELECTABLE,
  startWidgets,
  takeEvents,
  versionOf,
} from "../testing/watch-widgets.ts";

describe("bookmarks", () => {
  const INITIAL = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan";

  it.each([`${INITIAL}&`, `${INITIAL}&resourceVersion=0&`, "", "resourceVersion=0&"])(
    "end the initial events of ?watch=1&%sallowWatchBookmarks=true",
    async (query) => {
      const server = await startWidgets();
      const version = await createWidget(server, "a");
      const reader = await openWatch(server, `${WIDGETS}?watch=1&${query}allowWatchBookmarks=true`);
      const [added, bookmark] = await reader.take(2);
      expect(added?.type).toBe("ADDED");
      expect(bookmark).toEqual({
        type: "BOOKMARK",
        object: {
          kind: "Widget",
          apiVersion: "example.com/v1",
          metadata: { resourceVersion: version, annotations: { "k8s.io/initial-events-end": "true" } },
        },
      });
    },
  );

  it("show what an object of a built-in kind has even if there is nothing in it", async () => {
    const server = await startWidgets();
    const reader = await openWatch(server, "/api/v1/namespaces?watch=1&allowWatchBookmarks=1&labelSelector=none");
    const [bookmark] = await reader.take(1);
    expect(bookmark?.object).toMatchObject({ kind: "Namespace", apiVersion: "v1", spec: {}, status: {} });
  });

  it("come every minute once something happened, and shortly before the end", async () => {
    const server = await startWidgets();
    const start = await createWidget(server, "a");
    const query = `watch=1&allowWatchBookmarks=true&timeoutSeconds=150&resourceVersion=${start}`;
    const reader = await openWatch(server, `${WIDGETS}?${query}`);
    const first = reader.take(1);
    server.clock.advance(60_000);
    const elsewhere = versionOf(
      await server.send("POST", "/api/v1/namespaces/default/configmaps", { body: configMap("c") }),
    );
    server.clock.advance(60_000);
    expect(await first).toEqual([
      {
        type: "BOOKMARK",
        object: { kind: "Widget", apiVersion: "example.com/v1", metadata: { resourceVersion: elsewhere } },
      },
    ]);
    const last = reader.take(1);
    server.clock.advance(27_999);
    expect(server.clock.pendingTimers()).toBeGreaterThan(0);
    server.clock.advance(1);
    expect((await last).map(printEvent)).toEqual([`BOOKMARK @${elsewhere}`]);
    server.clock.advance(2000);
    expect(await reader.rest()).toEqual([]);
  });

  it("do not come to those who did not ask", async () => {
    const server = await startWidgets();
    const reader = await openWatch(server, `${WIDGETS}?watch=1&${INITIAL}&timeoutSeconds=120`);
    const version = await createWidget(server, "a");
    server.clock.advance(119_000);
    expect(await takeEvents(reader, 1)).toEqual([`ADDED a@${version}`]);
    server.clock.advance(1000);
    expect(await reader.rest()).toEqual([]);
  });
});

function configMap(name: string): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name } };
}

describe("how a watch ends", () => {
  it.each([
    ["after the time asked for", "&timeoutSeconds=5", 5000],
    ["between half an hour and an hour if none was", "", 45 * 60 * 1000],
  ])("%s", async (_, query, timeoutMs) => {
    const server = await startWidgets();
    const timers = server.clock.pendingTimers();
    const reader = await openWatch(server, `${WIDGETS}?watch=1${query}`);
    const rest = reader.rest();
    server.clock.advance(timeoutMs - 1);
    expect(server.clock.pendingTimers()).toBeGreaterThan(0);
    server.clock.advance(1);
    expect(await rest).toEqual([]);
    expect(server.clock.pendingTimers()).toBeLessThanOrEqual(timers);
  });

  it("when its definition changes, after everything that came before", async () => {
    const server = await startWidgets();
    const timers = server.clock.pendingTimers();
    const reader = await openWatch(server, `${WIDGETS}?watch=1`);
    const created = createWidget(server, "a");
    const { spec } = widgetDefinition({ ...PROPERTIES, size: { type: "integer" } }, SELECTABLE);
    const headers = { "content-type": "application/merge-patch+json" };
    const answer = server.send("PATCH", `${DEFINITIONS}/widgets.example.com`, {
      body: { spec: spec ?? null },
      headers,
    });
    expect((await reader.rest()).map(printEvent)).toEqual([`ADDED a@${await created}`]);
    expect((await answer).status).toBe(200);
    expect(server.clock.pendingTimers()).toBe(timers);
  });

  it("when its definition goes, after the objects did", async () => {
    const server = await startWidgets();
    await createWidget(server, "a");
    const reader = await openWatch(server, `${WIDGETS}?watch=1`);
    await server.send("DELETE", `${DEFINITIONS}/widgets.example.com`);
    const types = (await reader.rest()).map(({ type }) => type);
    expect([types[0], types.at(-1)]).toEqual(["ADDED", "DELETED"]);
  });

  it("when the server does", async () => {
    const server = await startWidgets();
    const reader = await openWatch(server, `${WIDGETS}?watch=1&allowWatchBookmarks=1`);
    await reader.take(1);
    const rest = reader.rest();
    server.server.close();
    expect(await rest).toEqual([]);
    expect(server.clock.pendingTimers()).toBe(0);
  });

  it("when its client is gone, whether or not anything was read", async () => {
    const server = await startWidgets();
    const timers = server.clock.pendingTimers();
    const target = `${WIDGETS}?watch=1&allowWatchBookmarks=1`;
    const [unread, waiting] = [new AbortController(), new AbortController()];
    await server.open("GET", target, { signal: unread.signal });
    const reader = await openWatch(server, target, { signal: waiting.signal });
    await reader.take(1);
    const rest = reader.rest();
    const left = await openWatch(server, target);
    await left.take(1);
    expect(server.clock.pendingTimers()).toBeGreaterThan(timers);
    unread.abort();
    waiting.abort();
    await left.close();
    expect(await rest).toEqual([]);
    expect(server.clock.pendingTimers()).toBe(timers);
    const late = await openWatch(server, target, { signal: AbortSignal.abort() });
    expect(await late.rest()).toEqual([]);
    expect(server.clock.pendingTimers()).toBe(timers);
  });

  it("when its client stops reading, without disturbing others", async () => {
    const server = await startWidgets();
    const [stuck, reader] = [
      await openWatch(server, `${WIDGETS}?watch=1`),
      await openWatch(server, `${WIDGETS}?watch=1`),
    ];
    const names = ["a", "b", "c", "d"];
    for (const name of names) {
      await createWidget(server, name);
      server.clock.advance(15_000);
      expect(await takeEvents(reader, 1)).toEqual([expect.stringContaining(`ADDED ${name}`)]);
      if (name === "a") {
        await stuck.take(1);
      }
    }
    expect(await stuck.rest()).toEqual([]);
    await createWidget(server, "e");
    expect(await takeEvents(reader, 1)).toEqual([expect.stringContaining("ADDED e")]);
  });

  it("when its client is slower than the history kept", async () => {
    const server = await startWidgets();
    const reader = await openWatch(server, `${WIDGETS}?watch=1`);
    await createWidget(server, "a");
    await server.store.compact(Number(await createWidget(server, "b")));
    const many = Array.from({ length: 9000 }, (_, i) => server.store.create(`/elsewhere/${i}`, new Uint8Array(1)));
    await Promise.all(many);
    expect(await reader.rest()).toEqual([]);
  });

  it("with an event if what is stored cannot be read", async () => {
    const server = await startWidgets();
    const reader = await openWatch(server, `${WIDGETS}?watch=1`);
    const junk = new TextEncoder().encode('{"metadata":');
    await server.store.create("/registry/example.com/widgets/default/junk", junk);
    expect(await reader.rest()).toMatchObject([{ type: "ERROR", object: { code: 500, reason: "InternalError" } }]);
  });
});
