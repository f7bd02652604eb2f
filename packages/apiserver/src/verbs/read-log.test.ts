import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

const PODS = "/api/v1/namespaces/default/pods";

async function start() {
  const server = await startTestServer();
  await server.send("POST", "/api/v1/namespaces/default/serviceaccounts", { body: { metadata: { name: "robot" } } });
  const make = async (name: string, containers: readonly string[], nodeName?: string) => {
    const spec = {
      serviceAccountName: "robot",
      containers: containers.map((container) => ({ name: container, image: "i" })),
      ...(nodeName === undefined ? {} : { nodeName }),
    };
    const { status, text } = await server.send("POST", PODS, { body: { metadata: { name }, spec } });
    expect(status, text).toBe(201);
  };
  await make("one", ["a"]);
  await make("two", ["a", "b"]);
  await make("placed", ["a"], "n");
  return server;
}

describe("readLog()", () => {
  it.each([
    ["none/log", 404, 'pods "none" not found'],
    ["two/log", 400, "a container name must be specified for pod two, choose one of: [a b]"],
    ["two/log?container=c", 400, "container c is not valid for pod two"],
    ["one/log?tailLines=x", 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
    [
      "none/log?tailLines=-1",
      422,
      'PodLogOptions "none" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0',
    ],
    [
      "one/log?sinceSeconds=0&limitBytes=0",
      422,
      'PodLogOptions "one" is invalid: [limitBytes: Invalid value: 0: must be greater than 0, sinceSeconds: Invalid value: 0: must be greater than 0]',
    ],
    ["placed/log", 501, "pods/log needs a node, and this server has none"],
  ])("answers %s with %d %s", async (path, code, message) => {
    const { send } = await start();
    expect((await send("GET", `${PODS}/${path}`)).json).toMatchObject({ code, message });
  });

  it("gives the log of a Pod that no node has: none", async () => {
    const { send } = await start();
    const { status, text, headers } = await send("GET", `${PODS}/two/log?container=b&tailLines=0`);
    expect([status, text, headers["content-type"]]).toEqual([204, "", undefined]);
  });
});
