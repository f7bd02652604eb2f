import { startTestServer } from "@kiln/apiserver/testing";
import { createClient, createEventRecorder, type ResourceType } from "@kiln/client";
import { expect, it, onTestFinished } from "vitest";
import { transportOf } from "./transport-of.ts";

const CONFIG_MAPS: ResourceType = { group: "", version: "v1", plural: "configmaps", isNamespaced: true };
const EVENTS: ResourceType = { ...CONFIG_MAPS, plural: "events" };
const FAILED = { type: "Warning", reason: "Failed", message: "no" } as const;

async function start() {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const transport = transportOf(server);
  const client = createClient({ transport, userAgent: "test/1" });
  const about = await client.create(CONFIG_MAPS, { metadata: { name: "a", namespace: "default" } });
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const recorder = createEventRecorder({ client, clock: server.clock, component: "test", onError });
  const asked = () => transport.asked.filter((line) => line.includes("/events")).map((line) => line.split(" ")[0]);
  const list = async () => (await client.list(EVENTS, { namespace: "default" })).items;
  return { transport, client, about, recorder, errors, asked, list };
}

it("An event that is recorded again while it is written is counted, not created again", async () => {
  const { about, recorder, asked, list } = await start();
  await Promise.all(Array.from({ length: 20 }, () => recorder.record(about, FAILED)));
  const later = recorder.record(about, FAILED);
  await Promise.resolve();
  await Promise.all([later, ...Array.from({ length: 20 }, () => recorder.record(about, FAILED))]);
  expect(asked()).toEqual(["POST", "PATCH", "PATCH"]);
  expect(await list()).toMatchObject([{ count: 41, message: "no" }]);
});

it("Events are written one at a time, and those beyond a thousand are dropped", async () => {
  const { transport, about, recorder, errors, asked, list } = await start();
  let [open, most] = [0, 0];
  const { send } = transport;
  transport.send = async (request) => {
    most = Math.max(most, ++open);
    return send(request).finally(() => {
      open--;
    });
  };
  const { metadata, ...rest } = about;
  const objects = Array.from({ length: 1010 }, (_, index) => `a${index}`).map((name) => ({
    ...rest,
    metadata: { ...metadata, name, uid: name },
  }));
  await Promise.all(objects.map((object) => recorder.record(object, { ...FAILED, message: object.metadata.name })));
  expect([most, asked().length, (await list()).length]).toEqual([1, 1000, 1000]);
  expect(errors.map(String)).toContain("Error: event dropped, 1000 others wait: Failed: a1009");
  expect(errors).toHaveLength(10);
});

it("An event that the server has deleted is created again with a count of one", async () => {
  const { client, about, recorder, list } = await start();
  await recorder.record(about, FAILED);
  await recorder.record(about, FAILED);
  const [event] = await list();
  await client.delete(EVENTS, { namespace: "default", name: event?.metadata.name ?? "" });
  await recorder.record(about, FAILED);
  expect(await list()).toMatchObject([{ count: 1 }]);
});

it("An event that cannot be written is dropped and reported", async () => {
  const { transport, about, recorder, errors, list } = await start();
  transport.cut();
  await recorder.record(about, FAILED);
  transport.mend();
  expect([errors.length, await list()]).toEqual([1, []]);
  await recorder.record(about, FAILED);
  expect(await list()).toMatchObject([{ count: 1 }]);
});
