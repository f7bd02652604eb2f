import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { WIDGETS, widget } from "../testing/define-widgets.ts";
import { printEvent } from "../testing/read-watch.ts";
import { createWidget, openWatch, patchWidget, startWidgets, takeEvents, versionOf } from "../testing/watch-widgets.ts";

describe("where a watch starts", () => {
  it.each(["watch=1", "watch=true&resourceVersion=0", "watch"])("sends what is there for ?%s", async (query) => {
    const server = await startWidgets();
    const versions = [await createWidget(server, "a"), await createWidget(server, "b")];
    const reader = await openWatch(server, `${WIDGETS}?${query}`);
    expect(await takeEvents(reader, 2)).toEqual([`ADDED a@${versions[0]}`, `ADDED b@${versions[1]}`]);
    const third = await createWidget(server, "c");
    expect(await takeEvents(reader, 1)).toEqual([`ADDED c@${third}`]);
  });

  it("sends what came after a version", async () => {
    const server = await startWidgets();
    const first = await createWidget(server, "a");
    const second = await createWidget(server, "b");
    const reader = await openWatch(server, `${WIDGETS}?watch=1&resourceVersion=${first}`);
    const third = await patchWidget(server, "a", { spec: { color: "blue" } });
    expect(await takeEvents(reader, 2)).toEqual([`ADDED b@${second}`, `MODIFIED a@${third}`]);
  });

  it.each(["", "&resourceVersion=0"])("sends only what is new without initial events%s", async (version) => {
    const server = await startWidgets();
    await createWidget(server, "a");
    const query = `watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan${version}`;
    const reader = await openWatch(server, `${WIDGETS}?${query}`);
    const second = await createWidget(server, "b");
    expect(await takeEvents(reader, 1)).toEqual([`ADDED b@${second}`]);
  });

  it("waits in silence for a version that lies ahead", async () => {
    const server = await startWidgets();
    const ahead = Number(await createWidget(server, "a")) + 2;
    const reader = await openWatch(server, `${WIDGETS}?watch=1&resourceVersion=${ahead}`);
    await createWidget(server, "b");
    await createWidget(server, "c");
    const first = await createWidget(server, "d");
    expect(await takeEvents(reader, 1)).toEqual([`ADDED d@${first}`]);
  });

  it("ends with an event if initial events of a version that lies ahead are wanted", async () => {
    const server = await startWidgets();
    const query = "watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=99999";
    const opening = openWatch(server, `${WIDGETS}?${query}`);
    // Lets the request be routed before the clock moves.
    await server.store.currentRevision();
    server.clock.advance(3000);
    const [event, ...others] = await (await opening).rest();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: "ERROR",
      object: {
        kind: "Status",
        reason: "Timeout",
        code: 504,
        message: expect.stringMatching(/^Timeout: Too large resource version: 99999, current: \d+$/),
        details: { causes: [{ reason: "ResourceVersionTooLarge" }], retryAfterSeconds: 1 },
      },
    });
  });

  it("ends with an event if the version is older than what is kept", async () => {
    const server = await startWidgets();
    const old = await createWidget(server, "a");
    const kept = await createWidget(server, "b");
    await server.store.compact(Number(kept));
    const reader = await openWatch(server, `${WIDGETS}?watch=1&resourceVersion=${old}`);
    expect(await reader.rest()).toEqual([
      {
        type: "ERROR",
        object: {
          kind: "Status",
          apiVersion: "v1",
          metadata: {},
          status: "Failure",
          message: `too old resource version: ${old} (${kept})`,
          reason: "Expired",
          code: 410,
        },
      },
    ]);
  });

  it.each([
    ["the definition", WIDGETS],
    ["the server", "/api/v1/configmaps"],
  ])("ends with an event if the version is older than %s", async (_, path) => {
    const server = await startWidgets();
    const reader = await openWatch(server, `${path}?watch=1&resourceVersion=1`);
    const [event] = await reader.rest();
    expect(event?.object).toMatchObject({
      code: 410,
      message: expect.stringMatching(/^too old resource version: 1 \(\d+\)$/),
    });
  });

  it("ends before it sends anything if its time is below zero", async () => {
    const server = await startWidgets();
    await createWidget(server, "a");
    const reader = await openWatch(server, `${WIDGETS}?watch=1&timeoutSeconds=-1`);
    expect(await reader.rest()).toEqual([]);
  });

  it("takes the old path, for all objects and for one", async () => {
    const server = await startWidgets();
    const versions = [await createWidget(server, "a"), await createWidget(server, "b")];
    const all = await openWatch(server, WIDGETS.replace("/v1/", "/v1/watch/"));
    const one = await openWatch(server, `${WIDGETS.replace("/v1/", "/v1/watch/")}/b`);
    expect(await takeEvents(all, 2)).toEqual([`ADDED a@${versions[0]}`, `ADDED b@${versions[1]}`]);
    expect(await takeEvents(one, 1)).toEqual([`ADDED b@${versions[1]}`]);
  });
});

describe("what a watch refuses", () => {
  const invalid = (text: string) => `ListOptions.meta.k8s.io "" is invalid: ${text}`;
  const needsMatch =
    "resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan";
  const needsInitial =
    "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided";
  const unsupported = 'resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan"';
  const hasContinue = "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided";
  const badVersion = (text: string) =>
    `resourceVersion: Invalid value: "${text}": strconv.ParseUint: parsing "${text}": invalid syntax`;

  it.each([
    ["?watch=1&sendInitialEvents=true", 422, invalid(needsMatch)],
    ["?watch=1&sendInitialEvents=maybe", 422, invalid(needsMatch)],
    ["?watch=1&sendInitialEvents=0&resourceVersionMatch=Exact", 422, invalid(`[${needsMatch}, ${unsupported}]`)],
    ["?watch=1&resourceVersionMatch=NotOlderThan", 422, invalid(needsInitial)],
    ["?watch=1&resourceVersionMatch=Exact&resourceVersion=1", 422, invalid(`[${needsInitial}, ${unsupported}]`)],
    ["?watch=1&resourceVersionMatch=NotOlderThan&continue=x", 422, invalid(`[${needsInitial}, ${hasContinue}]`)],
    ["?watch=1&continue=x", 422, invalid(hasContinue)],
    ["?watch=1&resourceVersion=0&continue=x", 422, invalid(hasContinue)],
    ["?watch=1&resourceVersion=abc", 500, badVersion("abc")],
    ["?watch=1&resourceVersion=-1", 500, badVersion("-1")],
    ["?watch=1&timeoutSeconds=abc", 400, 'strconv.ParseInt: parsing "abc": invalid syntax'],
    ["?watch=1&labelSelector=a%3D%3D%3Db", 400, "unable to parse requirement: found '=', expected: identifier"],
    ["?watch=1&fieldSelector=spec.size%3D1", 400, "field label not supported: spec.size"],
  ])("%s", async (query, status, message) => {
    const server = await startWidgets();
    const answer = await server.send("GET", WIDGETS + query);
    expect([answer.status, answer.json?.message]).toEqual([status, message]);
    expect(answer.json?.reason).toBe({ 400: "BadRequest", 422: "Invalid", 500: undefined }[status]);
  });

  it("judges the old path as a list", async () => {
    const server = await startWidgets();
    const path = WIDGETS.replace("/v1/", "/v1/watch/");
    const answer = await server.send("GET", `${path}?sendInitialEvents=true`);
    expect(answer.json?.message).toBe(invalid("sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list"));
    const other = await server.send("GET", `${path}/a?fieldSelector=metadata.name%3Db`);
    expect(other.json?.message).toBe("fieldSelector metadata.name doesn't match requested name");
  });

  it.each([
    ["application/yaml", "application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch"],
    ["application/xml", "application/json, application/yaml, application/vnd.kubernetes.protobuf"],
  ])("to be written as %s", async (accept, accepted) => {
    const server = await startWidgets();
    const answer = await server.send("GET", `${WIDGETS}?watch=1`, { headers: { accept } });
    expect(answer.status).toBe(406);
    // A folded YAML text has line breaks, which JSON has not.
    expect(answer.text.replace(/\s+/g, " ")).toContain(`only the following media types are accepted: ${accepted}`);
  });
});

describe("what a selector lets through", () => {
  it("shows objects that enter and leave it as added and deleted", async () => {
    const server = await startWidgets();
    const start = await createWidget(server, "a", { tier: "x" });
    const watch = (selector: string) => openWatch(server, `${WIDGETS}?watch=1&resourceVersion=${start}&${selector}`);
    const byLabel = await watch("labelSelector=tier%3Dy");
    const byField = await watch("fieldSelector=spec.color%3Dblue");
    const byName = await watch("fieldSelector=metadata.name%3Da");
    const entered = await patchWidget(server, "a", { metadata: { labels: { tier: "y" } } });
    const blue = await patchWidget(server, "a", { spec: { color: "blue" } });
    const left = await patchWidget(server, "a", { metadata: { labels: { tier: "z" } } });
    const red = await patchWidget(server, "a", { spec: { color: "red" } });
    const other = await createWidget(server, "ab", { tier: "y" }, "blue");
    const labelled = await byLabel.take(4);
    expect(labelled.map(printEvent)).toEqual([
      `ADDED a@${entered}`,
      `MODIFIED a@${blue}`,
      `DELETED a@${left}`,
      `ADDED ab@${other}`,
    ]);
    expect(labelled[2]?.object.metadata).toMatchObject({ labels: { tier: "y" } });
    expect(await takeEvents(byField, 4)).toEqual([
      `ADDED a@${blue}`,
      `MODIFIED a@${left}`,
      `DELETED a@${red}`,
      `ADDED ab@${other}`,
    ]);
    await server.send("DELETE", `${WIDGETS}/a`);
    expect((await takeEvents(byName, 5)).map((text) => text.split("@")[0])).toEqual([
      ...Array<string>(4).fill("MODIFIED a"),
      "DELETED a",
    ]);
  });

  it("keeps to a namespace, or takes them all", async () => {
    const server = await startWidgets();
    const elsewhere = WIDGETS.replace("default", "kube-system");
    const here = await openWatch(server, `${WIDGETS}?watch=1`);
    const all = await openWatch(server, `${WIDGETS.replace("/namespaces/default", "")}?watch=1`);
    const chosen = await openWatch(
      server,
      `${WIDGETS.replace("/namespaces/default", "")}?watch=1&fieldSelector=metadata.namespace%3Dkube-system`,
    );
    const other = versionOf(await server.send("POST", elsewhere, { body: widget("b") }));
    const own = await createWidget(server, "a");
    expect(await takeEvents(here, 1)).toEqual([`ADDED a@${own}`]);
    expect(await takeEvents(all, 2)).toEqual([`ADDED b@${other}`, `ADDED a@${own}`]);
    expect(await takeEvents(chosen, 1)).toEqual([`ADDED b@${other}`]);
  });

  it("shows a deleted object as it last was, with the version of the deletion", async () => {
    const server = await startWidgets();
    const version = await createWidget(server, "a", { tier: "x" });
    const reader = await openWatch(server, `${WIDGETS}?watch=1&resourceVersion=${version}`);
    await server.send("DELETE", `${WIDGETS}/a`);
    const [event] = await reader.take(1);
    expect(event).toMatchObject({ type: "DELETED", object: { metadata: { labels: { tier: "x" } } } });
    const { resourceVersion } = (event?.object.metadata ?? {}) as JsonObject;
    expect(Number(resourceVersion)).toBeGreaterThan(Number(version));
  });
});

describe("other forms", () => {
  const as = (kind: string) => ({ headers: { accept: `application/json;as=${kind};v=v1;g=meta.k8s.io` } });

  it("sends the headings of a Table once for each watcher", async () => {
    const server = await startWidgets();
    await createWidget(server, "a");
    const readers = [
      await openWatch(server, `${WIDGETS}?watch=1`, as("Table")),
      await openWatch(server, `${WIDGETS}?watch=1`, as("Table")),
    ];
    await createWidget(server, "b");
    for (const reader of readers) {
      const [first, second] = await reader.take(2);
      expect(first).toMatchObject({
        type: "ADDED",
        object: { kind: "Table", columnDefinitions: [{ name: "Name" }, {}] },
      });
      expect(second).toMatchObject({ type: "ADDED", object: { kind: "Table", columnDefinitions: null } });
      expect(second?.object.rows).toMatchObject([{ cells: ["b", "0s"], object: { kind: "PartialObjectMetadata" } }]);
    }
  });

  it("sends metadata alone", async () => {
    const server = await startWidgets();
    await createWidget(server, "a");
    const reader = await openWatch(server, `${WIDGETS}?watch=1&allowWatchBookmarks=1`, as("PartialObjectMetadata"));
    const [added, bookmark] = await reader.take(2);
    expect(added?.object).toMatchObject({ kind: "PartialObjectMetadata", metadata: { name: "a" } });
    expect(Object.keys(added?.object ?? {})).toEqual(["kind", "apiVersion", "metadata"]);
    expect(bookmark).toMatchObject({ type: "BOOKMARK", object: { kind: "PartialObjectMetadata" } });
  });

  it("ends at the first object if each is to be a list", async () => {
    const server = await startWidgets();
    const reader = await openWatch(server, `${WIDGETS}?watch=1`, as("PartialObjectMetadataList"));
    await createWidget(server, "a");
    expect(await reader.rest()).toEqual([]);
  });

  it("writes one line an event even if line breaks are asked for", async () => {
    const server = await startWidgets();
    const version = await createWidget(server, "a");
    const reader = await openWatch(server, `${WIDGETS}?watch=1&pretty=true`);
    expect(await takeEvents(reader, 1)).toEqual([`ADDED a@${version}`]);
  });
});
