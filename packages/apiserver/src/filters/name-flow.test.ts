import { createStaticTokens } from "@kiln/access";
import { describe, expect, it } from "vitest";
import { settle } from "../testing/settle.ts";
import { startTestServer } from "../testing/start-test-server.ts";

const FLOWS = "/apis/flowcontrol.apiserver.k8s.io/v1";

async function start() {
  const users = new Map([["t-joe", { name: "joe", groups: ["staff"] }]]);
  const server = await startTestServer({
    tokenAuthenticators: [createStaticTokens(users)],
    advertised: Promise.resolve({ address: "192.0.2.7", port: 6443 }),
  });
  await settle(server, { rounds: 10 });
  const uidOf = async (plural: string, name: string) => {
    const { json } = await server.send("GET", `${FLOWS}/${plural}/${name}`);
    return (json?.metadata as { uid?: string } | undefined)?.uid;
  };
  const flow = async (name: string) => [
    await uidOf("flowschemas", name),
    await uidOf("prioritylevelconfigurations", name),
  ];
  const named = async (target: string, request = {}) => {
    const { headers } = await server.send("GET", target, request);
    return [headers["x-kubernetes-pf-flowschema-uid"], headers["x-kubernetes-pf-prioritylevel-uid"]];
  };
  return { server, flow, named };
}

const JOE = { isAdmin: false, headers: { authorization: "Bearer t-joe" } };

describe("nameFlow()", () => {
  it("names the FlowSchema of administrators and that of all others, whatever they ask for", async () => {
    const { flow, named } = await start();
    expect(await named("/api/v1/pods")).toEqual(await flow("exempt"));
    expect(await named("/livez/ping", JOE)).toEqual(await flow("global-default"));
    expect(await named("/api/v1/pods", JOE)).toEqual(await flow("global-default"));
    expect(await flow("catch-all")).toEqual([expect.any(String), expect.any(String)]);
  });

  it("names none to those whose credentials are not good", async () => {
    const { named } = await start();
    const stranger = { isAdmin: false, headers: { authorization: "Bearer t-stranger" } };
    expect(await named("/api/v1/pods", stranger)).toEqual([undefined, undefined]);
  });

  it("names none for what takes as long as the client likes, unless it is a watch", async () => {
    const { flow, named } = await start();
    expect(await named("/api/v1/namespaces/default/pods/p/exec")).toEqual([undefined, undefined]);
    expect(await named("/api/v1/pods?watch=1&timeoutSeconds=-1")).toEqual(await flow("exempt"));
  });

  it("names one that went only when it has come again", async () => {
    const { server, flow, named } = await start();
    const [before] = await flow("global-default");
    await server.send("DELETE", `${FLOWS}/flowschemas/global-default`);
    expect(await named("/api/v1/pods", JOE)).toEqual([undefined, undefined]);
    await settle(server, { rounds: 10, ms: 10_000 });
    const after = await flow("global-default");
    expect(await named("/api/v1/pods", JOE)).toEqual(after);
    expect(after[0]).not.toBe(before);
  });
});
