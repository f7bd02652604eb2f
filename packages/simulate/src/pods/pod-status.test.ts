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
    await server.settle(60_000);
    expect((await server.get(`${PODS}/web`)).status).toEqual(status);
  });

  it.each([
    [42, [1, 0]],
    [7, [0, 0]],
  ])("restarts a container by its own rules: exit code %i", async (code, restarts) => {
    const server = await startSimulated();
    const restartPolicyRules = [{ action: "Restart", exitCodes: { operator: "In", values: [42] } }];
    const main = { name: "main", image: "img:1", restartPolicy: "Never", restartPolicyRules };
    const behavior = { outcome: "fail", container: "main", "run-for": "1s", "exit-code": String(code) };
    const annotations = Object.fromEntries(
      Object.entries(behavior).map(([key, text]) => [`simulate.kiln/${key}`, text]),
    );
    const spec = { containers: [main, { name: "other", image: "img:1" }], restartPolicy: "OnFailure" };
    await server.post(PODS, { metadata: { name: "web", annotations }, spec });
    await server.settle(3000);
    const { containerStatuses } = (await server.get(`${PODS}/web`)).status as { containerStatuses: JsonObject[] };
    expect(containerStatuses.map(({ restartCount }) => restartCount)).toEqual(restarts);
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
