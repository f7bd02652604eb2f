import { objectAt, textAt } from "@kiln/api";
import { parseServiceNetwork } from "@kiln/kinds";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../testing/start-test-server.ts";

const SERVICES = "/api/v1/namespaces/default/services";
const service = (name: string, clusterIP?: string) => ({
  metadata: { name },
  spec: { ports: [{ port: 80 }], ...(clusterIP === undefined ? {} : { clusterIP }) },
});

describe("the range of Service addresses", () => {
  const serviceNetwork = parseServiceNetwork("10.96.0.0/12").value;

  it("is the one that the server was given", async () => {
    const { send } = await startTestServer({ serviceNetwork });
    const chosen = await send("POST", SERVICES, { body: service("dns", "10.96.0.10") });
    expect(chosen.json).toMatchObject({ spec: { clusterIPs: ["10.96.0.10"] } });
    const given = await send("POST", SERVICES, { body: service("any") });
    expect(serviceNetwork?.contains(textAt(objectAt(given.json, "spec"), "clusterIP"))).toBe(true);
  });

  it("is named to a client that chooses an address outside of it", async () => {
    const { send } = await startTestServer({ serviceNetwork });
    const { status, json } = await send("POST", SERVICES, { body: service("out", "10.0.0.10") });
    expect([status, json?.message]).toEqual([
      422,
      'Service "out" is invalid: spec.clusterIPs: Invalid value: ["10.0.0.10"]: failed to allocate IP 10.0.0.10: the provided IP (10.0.0.10) is not in the valid range. The range of valid IPs is 10.96.0.0/12',
    ]);
  });
});
