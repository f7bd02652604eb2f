import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Kiln, startInProcess, startKiln } from "./index.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const JSON_TYPE = { "content-type": "application/json" };

const post = (name: string) => ({ method: "POST", headers: JSON_TYPE, body: JSON.stringify({ metadata: { name } }) });

describe.each([
  ["startInProcess()", startInProcess],
  ["startKiln()", startKiln],
])("%s", (_, start) => {
  let kiln: Kiln;
  beforeAll(async () => {
    kiln = await start();
    await kiln.request("POST", MAPS, { metadata: { name: "shared" } });
  }, 60_000);
  afterAll(() => kiln?.stop());

  it("gives every test a cluster that it can reset", async () => {
    const [one, other] = [await kiln.fork(), await kiln.fork()];
    expect((await one.fetch(MAPS, post("mine"))).status).toBe(201);
    expect((await other.fetch(`${MAPS}/mine`)).status).toBe(404);
    expect((await one.fetch(`${one.url}${MAPS}/shared`)).status).toBe(200);
    await one.reset();
    expect((await one.fetch(`${MAPS}/mine`)).status).toBe(404);
    const forks = "/apis/testing.kiln.dev/v1/forks";
    const { metadata, spec, status } = await kiln.request("GET", `${forks}/${one.name}`);
    await kiln.request("PUT", `${forks}/${one.name}`, {
      apiVersion: "testing.kiln.dev/v1",
      kind: "Fork",
      ...{ metadata, status },
      spec: { ...(spec as object), resets: 7 },
    } as never);
    await one.fetch(MAPS, post("mine"));
    await one.reset();
    expect((await one.fetch(`${MAPS}/mine`)).status).toBe(404);
    await Promise.all([one.delete(), other.delete()]);
    expect((await one.fetch(MAPS)).status).toBe(404);
  });

  it("stops and moves time", async () => {
    const fork = await kiln.fork();
    await fork.stopClock(new Date("2030-01-01T00:00:00Z"));
    await fork.advance("1h");
    await fork.advance("30m");
    const { metadata } = (await (await fork.fetch(MAPS, post("late"))).json()) as { metadata: object };
    expect(metadata).toMatchObject({ creationTimestamp: "2030-01-01T01:30:00Z" });
    await fork.delete();
  });

  it("injects faults, counts them, and tells what was asked for", async () => {
    const fork = await kiln.fork();
    const match = { verbs: ["create"], resources: ["configmaps"] };
    const fault = await fork.inject("conflict", { match, action: "Status", code: 409, times: 1 });
    const codes = [(await fork.fetch(MAPS, post("a"))).status, (await fork.fetch(MAPS, post("a"))).status];
    expect(codes).toEqual([409, 201]);
    expect(await fault.counts()).toEqual({ matched: 2, injected: 1 });
    await fault.remove();
    const seen = await fork.settled({ quietMs: 1, maxRequests: 20 });
    const tried = seen.filter(({ verb }) => verb === "create");
    expect(tried.map(({ code, fault: name, writes }) => [code, name, writes.length])).toEqual([
      [409, "conflict", 0],
      [201, undefined, 1],
    ]);
    await expect(fork.settled({ maxRequests: 1 })).rejects.toThrow("not settled within 1 requests");
    await fork.expectWrites("configmaps", { times: 1, name: "a" });
    await expect(fork.expectWrites("configmaps", { times: 2 })).rejects.toThrow(
      /^2 writes to configmaps expected, 1 were made\n {2}\d+ create configmaps default by \S+: create \{/,
    );
    await fork.expectNoWrites({ forMs: 1 });
    const late = fork.expectNoWrites({ forMs: 200 });
    await fork.fetch(MAPS, post("late"));
    await expect(late).rejects.toThrow("no writes expected, 1 were made");
    await fork.delete();
  });

  it("passes on what the server refuses", async () => {
    await expect(kiln.fork({ from: { fork: "missing" } })).rejects.toThrow('spec.from.fork: Not found: "missing"');
  });
});

describe("startKiln()", () => {
  it("says why a server did not start", async () => {
    await expect(startKiln({ flags: ["--store", "paper"] })).rejects.toThrow("--store takes");
    await expect(startKiln({ program: "/nowhere/kiln" })).rejects.toThrow("/nowhere/kiln");
  });
});
