import { describe, expect, it } from "vitest";
import { PODS, startSimulated } from "../testing/start-simulated.ts";

const spec = { containers: [{ name: "main", image: "img:1" }] };

describe("the log of a simulated Pod", () => {
  it("is the one that an annotation gives, cut as asked for", async () => {
    const server = await startSimulated();
    await server.post(PODS, {
      metadata: { name: "p", annotations: { "simulate.kiln/logs": "one\ntwo\nthree" } },
      spec,
    });
    await server.settle();
    expect((await server.send("GET", `${PODS}/p/log`)).text).toBe("one\ntwo\nthree\n");
    expect((await server.send("GET", `${PODS}/p/log?tailLines=1`)).text).toBe("three\n");
  });

  it("says that the Pod is simulated where none is given", async () => {
    const server = await startSimulated();
    await server.post(PODS, { metadata: { name: "p" }, spec });
    await server.settle();
    expect((await server.send("GET", `${PODS}/p/log`)).text).toContain("pod default/p is simulated");
  });
});

describe("a command in a simulated Pod", () => {
  it.each(["exec?command=ls", "attach", "portforward"])(
    "%s is refused with a Status that kubectl prints",
    async (stream) => {
      const server = await startSimulated();
      await server.post(PODS, { metadata: { name: "p" }, spec });
      await server.settle();
      const { status, json } = await server.send("POST", `${PODS}/p/${stream}`, {
        headers: { connection: "Upgrade", upgrade: "SPDY/3.1", "x-stream-protocol-version": "v4.channel.k8s.io" },
      });
      expect(status).toBe(501);
      expect(json).toMatchObject({ kind: "Status", message: expect.stringContaining("pod default/p is simulated") });
    },
  );
});
