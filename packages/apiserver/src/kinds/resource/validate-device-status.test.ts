import type { JsonObject } from "@kiln/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { device, giveDevice, judgeClaim, patchStatus } from "../../testing/judge-claim.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

// The expected messages equal those of Kubernetes; the longest are truncated.
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await giveDevice(server, "given");
});
afterAll(() => server.close());

describe("what drivers say of the devices of a ResourceClaim", () => {
  it.each<[JsonObject, string]>([
    [{}, ""],
    [
      { driver: "x.example.com" },
      '@: Invalid value: {"Driver":"x.example.com","Pool":"p","Device":"dev","ShareID":""}: must be an allocated device in the claim',
    ],
    [
      { pool: "A_" },
      '[@.pool: Invalid value: "A_": <subdomain>, @: Invalid value: {"Driver":"d.example.com","Pool":"A_","Device":"dev","ShareID":""}: must be an allocated device in the claim]',
    ],
    [
      { device: "" },
      '[@.device: Invalid value: "": <label>, @: Invalid value: {"Driver":"d.example.com","Pool":"p","Device":"","ShareID":""}: must be an allocated device in the claim]',
    ],
    [
      { shareID: "x" },
      '[@.shareID: Invalid value: "x": error validating uid: invalid UUID length: 1, @: Invalid value: {"Driver":"d.example.com","Pool":"p","Device":"dev","ShareID":"x"}: must be an allocated device in the claim]',
    ],
    [
      { shareID: "0f9e7a2c-0000-4000-8000-000000000001" },
      '@: Invalid value: {"Driver":"d.example.com","Pool":"p","Device":"dev","ShareID":"0f9e7a2c-0000-4000-8000-000000000001"}: must be an allocated device in the claim',
    ],
    [{ data: "x" }, '@.data: Invalid value: "<value omitted>": must be a valid JSON object'],
    [{ data: { a: 1 } }, ""],
    [{ data: null }, ""],
    [
      {
        networkData: {
          ips: [
            "1.2.3.0/24",
            "1.2.3.1/24",
            "1.2.3.2/24",
            "1.2.3.3/24",
            "1.2.3.4/24",
            "1.2.3.5/24",
            "1.2.3.6/24",
            "1.2.3.7/24",
            "1.2.3.8/24",
            "1.2.3.9/24",
            "1.2.3.10/24",
            "1.2.3.11/24",
            "1.2.3.12/24",
            "1.2.3.13/24",
            "1.2.3.14/24",
            "1.2.3.15/24",
            "1.2.3.16/24",
          ],
        },
      },
      "@.networkData.ips: Too many: 17: must have at most 16 items",
    ],
    [
      { networkData: { ips: ["10.0.0.1/8", "10.0.0.0/8", "1.2.3.4/024", "FE80::1/10", "fe80::1%eth0/10"] } },
      '[@.networkData.ips[2]: Invalid value: "1.2.3.4/024": must be in canonical form ("1.2.3.4/24"), @.networkData.ips[3]: Invalid value: "FE80::1/10": must be in canonical form ("fe80::1/10"), @.networkData.ips[4]: Invalid value: "fe80::1%eth0/10": must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)]',
    ],
    [
      {
        conditions: [
          { type: "a b", status: "Odd", reason: "", message: "", lastTransitionTime: "2026-01-01T00:00:00Z" },
        ],
      },
      '[@.conditions[0].type: Invalid value: "a b": <name>, @.conditions[0].status: Unsupported value: "Odd": supported values: "False", "True", "Unknown", @.conditions[0].reason: Required value]',
    ],
    [
      { conditions: [{ type: "A", status: "True", reason: "R", message: "", lastTransitionTime: null }] },
      "@.conditions[0].lastTransitionTime: Required value",
    ],
    [
      {
        conditions: [
          { type: "A", status: "True", reason: "R", message: "", lastTransitionTime: "2026-01-01T00:00:00Z" },
          { type: "A", status: "True", reason: "R", message: "", lastTransitionTime: "2026-01-01T00:00:00Z" },
        ],
      },
      '@.conditions[1].type: Duplicate value: "A"',
    ],
  ])("is judged with %j", async (extra, faults) => {
    expect(await judgeClaim(server, "given", { devices: [{ ...device, ...extra }] })).toBe(faults);
  });

  it("is forgotten when they are given back", async () => {
    await giveDevice(server, "giver");
    expect(await patchStatus(server, "giver", { allocation: null, reservedFor: null })).toEqual({});
  });
});
