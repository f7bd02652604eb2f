import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { PODS, startSimulated, template } from "../testing/start-simulated.ts";

describe("the status of a simulated Pod", () => {
  it("has a running container for each that kubectl debug adds", async () => {
    const server = await startSimulated();
    await server.post(PODS, { ...template("web"), metadata: { name: "web" } });
    await server.settle();
    const ephemeralContainers = [{ name: "shell", image: "busybox", targetContainerName: "main" }];
    await server.send("PATCH", `${PODS}/web/ephemeralcontainers`, {
      body: { spec: { ephemeralContainers } },
      headers: { "content-type": "application/strategic-merge-patch+json" },
    });
    await server.settle();
    const { status } = await server.get(`${PODS}/web`);
    const [shell] = (status as { ephemeralContainerStatuses: JsonObject[] }).ephemeralContainerStatuses;
    expect(shell).toMatchObject({ name: "shell", image: "busybox", state: { running: expect.anything() } });
    const before = server.store.revision;
    await server.settle(60_000);
    expect((await server.get(`${PODS}/web`)).status).toEqual(status);
    expect(server.store.revision - before).toBeLessThan(30);
  });

  it("has stopped containers once it is deleted, while a finalizer holds it", async () => {
    const server = await startSimulated();
    await server.post(PODS, { ...template("web"), metadata: { name: "web", finalizers: ["example.com/hold"] } });
    await server.settle();
    await server.send("DELETE", `${PODS}/web`);
    await server.settle();
    const { status } = await server.get(`${PODS}/web`);
    const { phase, containerStatuses, conditions } = status as { [name: string]: JsonObject[] };
    expect(phase).toBe("Failed");
    expect(containerStatuses?.[0]).toMatchObject({ ready: false, state: { terminated: { exitCode: 143 } } });
    expect(conditions?.find(({ type }) => type === "Ready")).toMatchObject({ status: "False", reason: "PodFailed" });
  });
});
