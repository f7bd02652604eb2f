import type { JsonObject } from "@kiln/api";
import { expect, it } from "vitest";
import { startTestServer, type TestAnswer } from "../../testing/start-test-server.ts";

const SLICES = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";

it("counts a generation of an EndpointSlice when it changes or its labels do, not else", async () => {
  const { send, close } = await startTestServer();
  const slice = { metadata: { name: "s" }, addressType: "IPv4", endpoints: [{ addresses: ["10.1.2.3"] }], ports: [] };
  const created = await send("POST", SLICES, { body: slice });
  const generationOf = ({ json }: TestAnswer) => (json as { metadata: JsonObject }).metadata.generation;
  const generations: unknown[] = [];
  const put = async (change: JsonObject) => {
    const { json } = await send("GET", `${SLICES}/s`);
    const metadata = { ...(json?.metadata as JsonObject), ...(change.metadata as JsonObject | undefined) };
    const answer = await send("PUT", `${SLICES}/s`, { body: { ...json, ...change, metadata } });
    generations.push(generationOf(answer));
  };
  expect(generationOf(created)).toBe(1);
  await put({});
  await put({ metadata: { labels: { a: "b" } } });
  await put({ metadata: { annotations: { a: "b" } } });
  await put({ endpoints: [{ addresses: ["10.1.2.4"] }] });
  await put({ endpoints: [{ addresses: ["10.1.2.5"] }], metadata: { labels: {} } });
  expect(generations).toEqual([1, 2, 2, 3, 4]);
  await close();
});
