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
