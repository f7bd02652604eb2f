import { type JsonObject, objectAt } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

/** Generation after the object is updated with another spec. */
async function generationAfter(path: string, spec: JsonObject, changed: JsonObject): Promise<unknown> {
  const { send } = await startTestServer();
  const metadata = { name: "a" };
  await send("POST", path, { body: { metadata, spec } });
  const { json } = await send("PUT", `${path}/a`, { body: { metadata, spec: changed } });
  return objectAt(json ?? {}, "metadata").generation;
}

const POLICIES = "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies";
const INGRESSES = "/apis/networking.k8s.io/v1/namespaces/default/ingresses";
const defaultBackend = { service: { name: "s", port: { number: 80 } } };

describe("countGeneration()", () => {
  it("does not count an empty list in place of none", async () => {
    expect(await generationAfter(INGRESSES, { defaultBackend }, { defaultBackend, rules: [] })).toBe(1);
  });

  it("counts it of kinds that Kubernetes compares to the letter", async () => {
    expect(await generationAfter(POLICIES, { podSelector: {} }, { podSelector: {}, egress: [] })).toBe(2);
    expect(await generationAfter(POLICIES, { podSelector: {} }, { podSelector: {} })).toBe(1);
  });
});
