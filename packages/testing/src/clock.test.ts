import { asObject, type JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { startTestingServer } from "./testing/start-testing-server.ts";

const CLOCKS = "/clusters/a/apis/testing.kiln.dev/v1/clocks";
const MERGE = { "content-type": "application/merge-patch+json" };

async function start() {
  const server = await startTestingServer();
  await server.fork("a");
  const create = (spec: JsonObject, name = "cluster") =>
    server.send(`POST ${CLOCKS}`, { apiVersion: "testing.kiln.dev/v1", kind: "Clock", metadata: { name }, spec });
  const patch = (spec: JsonObject) => server.send(`PATCH ${CLOCKS}/cluster`, { spec }, MERGE);
  return { ...server, create, patch };
}

describe("a Clock", () => {
  it("sets the time of its own cluster alone", async () => {
    const { send, create } = await start();
    expect((await create({ stopped: true, time: "2030-01-01T00:00:00Z", offset: "90m" })).json?.status).toEqual({
      time: "2030-01-01T01:30:00Z",
    });
    const stamp = async (cluster: string) => {
      const { json } = await send(`POST ${cluster}/api/v1/namespaces`, { metadata: { name: "n" } });
      return asObject(json?.metadata).creationTimestamp;
    };
    expect(await stamp("/clusters/a")).toBe("2030-01-01T01:30:00Z");
    expect(await stamp("")).toBe("2026-01-02T03:04:05Z");
  });

  it("has made everything happen that fell due when its write is answered", async () => {
    const { send, create, patch } = await start();
    await create({ stopped: true });
    const involvedObject = { kind: "Pod", namespace: "default", name: "p" };
    const events = "/clusters/a/api/v1/namespaces/default/events";
    await send(`POST ${events}`, { metadata: { name: "e", namespace: "default" }, involvedObject, reason: "R" });
    const jobs = "/clusters/a/apis/batch/v1/namespaces/default/jobs";
    const template = { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } };
    await send(`POST ${jobs}`, { metadata: { name: "j" }, spec: { ttlSecondsAfterFinished: 1800, template } });
    const condition = { type: "Complete", status: "True", lastTransitionTime: "2026-01-02T03:04:05Z" };
    const criteria = { ...condition, type: "SuccessCriteriaMet" };
    const times = { startTime: "2026-01-02T03:04:05Z", completionTime: "2026-01-02T03:04:05Z" };
    const status = { ...times, conditions: [criteria, condition] };
    expect((await send(`PATCH ${jobs}/j/status`, { status }, MERGE)).status).toBe(200);
    const answers = async () => [(await send(`GET ${events}/e`)).status, (await send(`GET ${jobs}/j`)).status];
    await patch({ offset: "29m" });
    expect(await answers()).toEqual([200, 200]);
    await patch({ offset: "31m" });
    expect(await answers()).toEqual([200, 404]);
    await patch({ offset: "61m" });
    expect(await answers()).toEqual([404, 404]);
  });

  it("gives real time back when it is deleted", async () => {
    const { send, create } = await start();
    await create({ stopped: true, offset: "1h" });
    await send(`DELETE ${CLOCKS}/cluster`);
    const { json } = await send("POST /clusters/a/api/v1/namespaces", { metadata: { name: "n" } });
    expect(asObject(json?.metadata).creationTimestamp).toBe("2026-01-02T03:04:05Z");
  });

  it.each([
    ["another name", {}, "other", 'metadata.name: Invalid value: "other": must be "cluster"'],
    ["no duration", { offset: "soon" }, "cluster", 'spec.offset: Invalid value: "soon"'],
    ["no time", { time: "noon" }, "cluster", "spec.time"],
  ])("is refused with %s", async (_, spec, name, message) => {
    const { create } = await start();
    const { status, json } = await create(spec, name);
    expect([status, String(json?.message)]).toEqual([422, expect.stringContaining(message)]);
  });
});
