import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { PODS, startSimulated, template } from "../../testing/start-simulated.ts";

const DAEMONS = "/apis/apps/v1/namespaces/default/daemonsets";

describe("a rolling update of a simulated DaemonSet", () => {
  it("with maxSurge starts new Pods before the old ones go", async () => {
    const server = await startSimulated({ nodes: 2 });
    const pod = template("agent");
    Object.assign(pod.metadata as object, { annotations: { "simulate.kiln/ready-after": "5s" } });
    await server.post(DAEMONS, {
      metadata: { name: "agent" },
      spec: {
        selector: { matchLabels: { app: "agent" } },
        template: pod,
        updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      },
    });
    await server.settle(6000);
    await server.patch(`${DAEMONS}/agent`, { spec: { template: { metadata: { labels: { v: "2" } } } } });
    const versions = async () =>
      (await server.list(PODS)).map(({ metadata }) => String(((metadata as JsonObject).labels as JsonObject).v)).sort();
    await server.settle(1000);
    expect(await versions()).toEqual(["2", "undefined", "undefined"]);
    await server.settle(5000);
    expect(await versions()).toEqual(["2", "2", "undefined"]);
    await server.settle(6000);
    expect(await versions()).toEqual(["2", "2"]);
    expect((await server.get(`${DAEMONS}/agent`)).status).toMatchObject({
      updatedNumberScheduled: 2,
      numberAvailable: 2,
    });
  });
});

describe("the revision of a simulated DaemonSet", () => {
  it("gets another name where its name is taken by another template", async () => {
    const REVISIONS = "/apis/apps/v1/namespaces/default/controllerrevisions";
    const set = { metadata: { name: "a" }, spec: { selector: { matchLabels: { app: "a" } }, template: template("a") } };
    const first = await startSimulated({ nodes: 1 });
    await first.post(DAEMONS, set);
    await first.settle();
    const [made] = await first.list(REVISIONS);
    const server = await startSimulated({ nodes: 1 });
    const { name } = (made as { metadata: { name: string } }).metadata;
    await server.post(REVISIONS, { metadata: { name }, data: { other: true }, revision: 1 });
    await server.post(DAEMONS, set);
    await server.settle(5000);
    expect((await server.get(`${DAEMONS}/a`)).status).toMatchObject({ collisionCount: 1, numberReady: 1 });
    expect(await server.list(REVISIONS)).toHaveLength(2);
  });
});
