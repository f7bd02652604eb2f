import { describe, expect, it } from "vitest";
import { openLocalServer } from "./local-server.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

describe("the local server", () => {
  it("forgets earlier states, and keeps the objects", async () => {
    const server = await openLocalServer("kep");
    await server.send("POST", "/api/v1/namespaces", { metadata: { name: "default" } });
    const { body } = await server.send("POST", MAPS, { metadata: { name: "a" } });
    const { resourceVersion } = body.metadata as { resourceVersion: string };
    await server.send("POST", MAPS, { metadata: { name: "b" } });
    const then = `${MAPS}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`;
    expect((await server.send("GET", then)).status).toBe(200);
    await server.forgetHistory();
    expect((await server.send("GET", then)).status).toBe(410);
    expect((await server.send("GET", `${MAPS}/a`)).status).toBe(200);
    await server.close();
  });
});
