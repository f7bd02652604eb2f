import type { JsonObject } from "@kiln/api";
import { MemoryStore } from "@kiln/store/memory";
import { describe, expect, it } from "vitest";
import { defineWidgets, WIDGETS, widget } from "../testing/define-widgets.ts";
import { startTestServer, type TestAnswer, type TestServer } from "../testing/start-test-server.ts";

const CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
const W1 = `${WIDGETS}/w1`;

async function start(server?: TestServer) {
  const { send, store } = server ?? (await startTestServer());
  await defineWidgets({ send } as TestServer, {
    size: { type: "integer", default: 1 },
    note: { type: "string", nullable: true },
  });
  const created = await send("POST", WIDGETS, { body: widget("w1", { spec: { size: 1, note: "n" } }) });
  return { send, store, created: metadataOf(created) };
}

interface Metadata extends JsonObject {
  uid: string;
  resourceVersion: string;
  generation: number;
}

function metadataOf({ json }: TestAnswer): Metadata {
  return json?.metadata as Metadata;
}

function w1(metadata: JsonObject, spec: JsonObject = { size: 1, note: "n" }): JsonObject {
  return widget("w1", { metadata: { name: "w1", ...metadata }, spec });
}

function causes({ json }: TestAnswer): unknown {
  return (json?.details as JsonObject | undefined)?.causes;
}

describe("update", () => {
  it("stores nothing if nothing changes, whatever the order of fields", async () => {
    const { send, created } = await start();
    const body = w1({ resourceVersion: created.resourceVersion }, { note: "n", size: 1 });
    const again = await send("PUT", W1, { body });
    expect([again.status, metadataOf(again)]).toEqual([200, created]);
  });

  it("counts generations of everything but metadata, and keeps what the server set", async () => {
    const { send, created } = await start();
    const labelled = await send("PUT", W1, {
      body: w1({
        resourceVersion: created.resourceVersion,
        labels: { a: "b" },
        generation: 99,
        creationTimestamp: "2001-02-03T04:05:06Z",
      }),
    });
    expect(metadataOf(labelled)).toEqual({
      ...created,
      labels: { a: "b" },
      managedFields: expect.any(Array),
      resourceVersion: expect.not.stringMatching(`^${created.resourceVersion}$`),
    });
    const { resourceVersion } = metadataOf(labelled);
    const changed = await send("PUT", W1, { body: w1({ resourceVersion }, { size: 2 }) });
    expect([metadataOf(changed).generation, changed.json?.spec]).toEqual([2, { size: 2 }]);
  });

  const refusals: readonly [what: string, metadata: JsonObject, status: number, message: string][] = [
    ["another name", { name: "w2" }, 400, "the name of the object (w2) does not match the name on the URL (w1)"],
    [
      "no name",
      { name: "" },
      400,
      "the name of the object (w1 based on URL) was undeterminable: name must be provided",
    ],
    ["no version", {}, 422, "metadata.resourceVersion: Invalid value: 0: must be specified for an update"],
    ["version 0", { resourceVersion: "0" }, 422, "must be specified for an update"],
    ["an old version", { resourceVersion: "1" }, 409, "the object has been modified"],
    ["a version that is none", { resourceVersion: "x" }, 500, 'strconv.ParseUint: parsing "x": invalid syntax'],
    ["a version too large", { resourceVersion: "99999999999999999999" }, 500, "value out of range"],
    [
      "another uid",
      { uid: "other" },
      409,
      "StorageError: invalid object, Code: 4, Key: /registry/example.com/widgets/default/w1, ResourceVersion: 0, " +
        "AdditionalErrorMsg: Precondition failed: UID in precondition: other, UID in object meta: 0000",
    ],
  ];

  it.each(refusals)("refuses %s", async (_, metadata, status, message) => {
    const { send } = await start();
    const answer = await send("PUT", W1, { body: w1(metadata, { size: 5 }) });
    expect([answer.status, answer.json?.message]).toEqual([status, expect.stringContaining(message)]);
  });

  it("does not let a client delete by timestamp, and says so as often as Kubernetes", async () => {
    const { send, created } = await start();
    const { resourceVersion } = created;
    const answer = await send("PUT", W1, { body: w1({ resourceVersion, deletionTimestamp: "2031-02-03T04:05:06Z" }) });
    const cause = {
      reason: "FieldValueInvalid",
      message: 'Invalid value: "2031-02-03T04:05:06Z": field is immutable',
      field: "metadata.deletionTimestamp",
    };
    expect([answer.status, causes(answer)]).toEqual([422, [cause, cause]]);
  });

  it("judges the body before it looks for the object", async () => {
    const { send } = await start();
    const named = await send("PUT", `${WIDGETS}/absent`, { body: widget("other") });
    const absent = await send("PUT", `${WIDGETS}/absent`, { body: widget("absent") });
    expect([named.status, absent.status]).toEqual([400, 404]);
    expect((await send("PUT", WIDGETS, { body: widget("w1") })).json?.message).toBe("name must be provided");
    expect((await send("PUT", CONFIG_MAPS, { body: { metadata: { name: "c" } } })).status).toBe(405);
  });

  it("replaces a ConfigMap without asking for its version, but not one with another uid", async () => {
    const { send } = await start();
    const put = (metadata: JsonObject) =>
      send("PUT", `${CONFIG_MAPS}/c`, { body: { metadata: { name: "c", ...metadata }, data: { a: "2" } } });
    expect((await put({})).status).toBe(404);
    await send("POST", CONFIG_MAPS, { body: { metadata: { name: "c" }, data: { a: "1" } } });
    expect((await put({ uid: "other" })).status).toBe(409);
    const replaced = await put({});
    expect([replaced.status, replaced.json?.data]).toEqual([200, { a: "2" }]);
    expect(metadataOf(await put({ resourceVersion: "0" }))).toEqual(metadataOf(replaced));
  });

  it("does everything but store in a dry run", async () => {
    const { send, created } = await start();
    const { resourceVersion } = created;
    const dry = await send("PUT", `${W1}?dryRun=All`, { body: w1({ resourceVersion }, { size: 7 }) });
    expect([dry.json?.spec, metadataOf(dry)]).toEqual([
      { size: 7 },
      { ...created, generation: 2, managedFields: expect.any(Array) },
    ]);
    expect(metadataOf(await send("GET", W1))).toEqual(created);
  });

  it("never meets another update of the same object between reading and storing it", async () => {
    const store = new (class extends MemoryStore {
      refused = 0;
      override async replace(...args: Parameters<MemoryStore["replace"]>): ReturnType<MemoryStore["replace"]> {
        return super.replace(...args).catch((error) => {
          this.refused++;
          throw error;
        });
      }
    })();
    const { send } = await start(await startTestServer({ store }));
    await send("POST", CONFIG_MAPS, { body: { metadata: { name: "c" } } });
    const put = (n: number) =>
      send("PUT", `${CONFIG_MAPS}/c`, { body: { metadata: { name: "c" }, data: { n: `${n}` } } });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => put(n)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect([store.refused, new Set(answers.map((answer) => metadataOf(answer).resourceVersion)).size]).toEqual([0, 20]);
  });

  it("runs again on what another replica stored in between", async () => {
    const store = new (class extends MemoryStore {
      rivals = 0;
      override replace(...args: Parameters<MemoryStore["replace"]>): ReturnType<MemoryStore["replace"]> {
        const [key, value, options] = args;
        if (key.endsWith("/c") && this.rivals > 0) {
          this.rivals--;
          return super.replace(key, super.peek(key)?.value ?? value, options).then(() => super.replace(...args));
        }
        return super.replace(...args);
      }
    })();
    const { send } = await start(await startTestServer({ store }));
    const created = await send("POST", CONFIG_MAPS, { body: { metadata: { name: "c" } } });
    store.rivals = 3;
    const body = { metadata: { name: "c" }, data: { a: "1" } };
    expect((await send("PUT", `${CONFIG_MAPS}/c`, { body })).json?.data).toEqual({ a: "1" });
    store.rivals = 1;
    const { resourceVersion } = metadataOf(created);
    const stale = { metadata: { name: "c", resourceVersion }, data: { a: "2" } };
    expect((await send("PUT", `${CONFIG_MAPS}/c`, { body: stale })).status).toBe(409);
  });
});
