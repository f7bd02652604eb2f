import { asObjects, type JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { startTestingServer } from "../testing/start-testing-server.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const SECRETS = "/api/v1/namespaces/default/secrets";
const MERGE = { "content-type": "application/merge-patch+json" };

async function start() {
  const server = await startTestingServer();
  for (const name of ["changed", "deleted", "kept", "touched"]) {
    await server.send(`POST ${MAPS}`, { metadata: { name }, data: { value: "1" } });
  }
  await server.send(`POST ${SECRETS}`, { metadata: { name: "s" }, stringData: { a: "hunter2", b: "kept" } });
  // After this request the controllers of the base have created the objects of every namespace.
  await server.send("GET /api/v1/namespaces");
  await server.fork("a");
  const changes = async () => {
    const { json } = await server.send("GET /clusters/a/testing/changes");
    return asObjects(json?.items).filter(({ key }) => String(key).includes("/default/"));
  };
  return { ...server, changes };
}

const line = ({ type, key }: JsonObject) => `${type} ${key}`;

describe("the changes of a fork", () => {
  it("are what was created, changed and deleted since it started", async () => {
    const { send, changes } = await start();
    await send(`POST /clusters/a${MAPS}`, { metadata: { name: "created" } });
    await send(`PATCH /clusters/a${MAPS}/changed`, { data: { value: "2" } }, MERGE);
    await send(`PATCH /clusters/a${MAPS}/touched`, { data: { value: "2" } }, MERGE);
    await send(`PATCH /clusters/a${MAPS}/touched`, { data: { value: "1" } }, MERGE);
    await send(`DELETE /clusters/a${MAPS}/deleted`);
    const found = (await changes()).filter(({ key }) => String(key).includes("/configmaps/"));
    const own = found.filter(({ key }) => !String(key).includes("kube-root-ca"));
    expect(own.map(line)).toEqual([
      "changed /registry/core/configmaps/default/changed",
      "created /registry/core/configmaps/default/created",
      "deleted /registry/core/configmaps/default/deleted",
    ]);
    expect(own[0]).toMatchObject({ before: { data: { value: "1" } }, after: { data: { value: "2" } } });
  });

  it("show no value of a Secret", async () => {
    const { send, changes } = await start();
    await send(`PATCH /clusters/a${SECRETS}/s`, { stringData: { a: "hunter3" } }, MERGE);
    const [secret] = (await changes()).filter(({ key }) => String(key).includes("/secrets/default/s"));
    expect(secret).toMatchObject({
      before: { data: { a: "*** (before)", b: "***" } },
      after: { data: { a: "*** (after)", b: "***" } },
    });
  });

  it("are none after a reset", async () => {
    const { send, changes } = await start();
    await send(`DELETE /clusters/a${MAPS}/deleted`);
    await send("PATCH /apis/testing.kiln.dev/v1/forks/a", { spec: { resets: 1 } }, MERGE);
    expect((await changes()).map(line).filter((each) => each.includes("deleted"))).toEqual([]);
  });
});
