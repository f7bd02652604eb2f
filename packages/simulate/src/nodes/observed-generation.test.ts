import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { PODS, type Simulated, startSimulated, template } from "../testing/start-simulated.ts";

async function generationsOf(server: Simulated, name: string): Promise<JsonObject> {
  const { status } = await server.get(`${PODS}/${name}`);
  const { observedGeneration, conditions } = status as { observedGeneration?: number; conditions: JsonObject[] };
  return { status: observedGeneration ?? 0, conditions: conditions.map((one) => one.observedGeneration ?? 0) };
}

describe("the status of a simulated Pod", () => {
  it("names the generation of the spec that it is about, as by a kubelet", async () => {
    const server = await startSimulated();
    await server.post(PODS, { ...template("web"), metadata: { name: "web" } });
    await server.settle();
    expect(await generationsOf(server, "web")).toEqual({ status: 1, conditions: [1, 1, 1, 1, 1] });
    await server.patch(`${PODS}/web`, { spec: { activeDeadlineSeconds: 500 } });
    await server.settle();
    expect(await generationsOf(server, "web")).toEqual({ status: 2, conditions: [2, 2, 2, 2, 2] });
  });

  it("has the generation in the scheduler's condition", async () => {
    const server = await startSimulated();
    await server.post(PODS, { ...template("web", { nodeSelector: { no: "where" } }), metadata: { name: "web" } });
    await server.settle();
    expect(await generationsOf(server, "web")).toEqual({ status: 0, conditions: [1] });
  });
});
