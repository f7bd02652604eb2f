import { allFeatures } from "@kiln/kinds";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

const flags = { store: "memory", "secure-port": "6443" };

function accept(mediaType: string, version: string, kind: string): string {
  return `${mediaType};g=config.k8s.io;v=${version};as=${kind}`;
}

describe("servePage()", () => {
  it.each(["/flagz", "/statusz"])("serves %s as text unless an object is requested", async (path) => {
    const { send } = await startTestServer({ flags });
    for (const headers of [{}, { accept: "*/*" }, { accept: "text/*" }, { accept: "application/json, text/plain" }]) {
      const { status, headers: sent, text } = await send("GET", path, { headers });
      expect([status, sent["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
      expect(text.split("\n")[1]).toBe(`apiserver ${path.slice(1)}`);
    }
  });

  it("lists the flags, sorted", async () => {
    const { send } = await startTestServer({ flags });
    expect((await send("GET", "/flagz")).text).toMatch(/\nsecure-port=6443\nstore=memory\n$/);
    const headers = { accept: accept("application/json", "v1beta1", "Flagz") };
    const { text, headers: sent } = await send("GET", "/flagz", { headers });
    expect(sent["content-type"]).toBe("application/json");
    expect(sent.warning).toBeUndefined();
    expect(text).toBe(
      '{"kind":"Flagz","apiVersion":"config.k8s.io/v1beta1","metadata":{"name":"apiserver"},"flags":{"secure-port":"6443","store":"memory"}}\n',
    );
  });

  it("gives the time of the start, versions and further pages", async () => {
    const { send, clock } = await startTestServer({ flags });
    clock.advance(3_723_000);
    const headers = { accept: accept("application/yaml", "v1alpha1", "Statusz") };
    const { text, headers: sent } = await send("GET", "/statusz", { headers });
    expect(sent["content-type"]).toBe("application/yaml");
    expect(sent.warning).toMatch(/^299 - ".*deprecated/);
    expect(text).toContain("uptimeSeconds: 3723\n");
    expect(text).toContain("binaryVersion: 1.36.4\n");
    expect(text).toContain("paths:\n- /flagz\n- /healthz\n- /livez\n- /metrics\n- /readyz\n- /statusz\n- /version\n");
    expect((await send("GET", "/statusz")).text).toContain("\nUp: 1 hr 02 min 03 sec\n");
  });

  it.each([
    ["application/json"],
    ["application/vnd.kubernetes.protobuf"],
    [accept("application/json", "v2", "Flagz")],
    [accept("application/json", "v1beta1", "Statusz")],
    [accept("text/plain", "v1beta1", "Flagz")],
    ["application/json;g=config.k8s.io;v=v1beta1;as=Flagz;stream=watch"],
  ])("refuses %s", async (wanted) => {
    const { send } = await startTestServer({ flags });
    expect(await send("GET", "/flagz", { headers: { accept: wanted } })).toMatchObject({
      status: 406,
      json: {
        reason: "NotAcceptable",
        message: "only the following media types are accepted: application/json, application/yaml, text/plain",
      },
    });
  });

  it("serves no page whose gate is off, nor flags of a server without any", async () => {
    const off = await startTestServer({
      flags,
      features: { ...allFeatures, ComponentFlagz: false, ComponentStatusz: false },
    });
    const plain = await startTestServer();
    for (const [server, path] of [
      [off, "/flagz"],
      [off, "/statusz"],
      [plain, "/flagz"],
    ] as const) {
      expect(await server.send("GET", path)).toMatchObject({ status: 404, text: "404 page not found\n" });
      expect((await server.send("GET", "/")).text).not.toContain(path);
    }
    expect((await plain.send("GET", "/")).text).toContain("/statusz");
  });
});
