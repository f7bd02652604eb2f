import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSystemClock } from "@kiln/api";
import { afterAll, describe, expect, it } from "vitest";
import { parseAuthOptions } from "./auth-options.ts";
import { openAuth } from "./open-auth.ts";
import type { Flags } from "./serve-options.ts";

const folder = mkdtempSync(join(tmpdir(), "kiln-anonymous-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function pathsFor(flags: Flags): Promise<boolean[] | undefined> {
  const { anonymous } = await openAuth(parseAuthOptions(flags), {
    dataDir: folder,
    clock: createSystemClock(),
    log: { info() {}, warn() {}, error() {} },
  });
  return anonymous && ["/healthz", "/api/v1/namespaces"].map(anonymous);
}

describe("--anonymous-auth", () => {
  it.each<[string, Flags, boolean[] | undefined]>([
    ["leaves the defaults alone where it is absent", {}, undefined],
    ["lets requests without a credential be those of system:anonymous", { "anonymous-auth": "true" }, [true, true]],
    ["closes health and version too", { "anonymous-auth": "false" }, [false, false]],
    [
      "is off with AlwaysAllow, as in Kubernetes",
      { "anonymous-auth": "true", "authorization-mode": "RBAC,AlwaysAllow" },
      [false, false],
    ],
  ])("%s", async (_, flags, expected) => {
    expect(await pathsFor(flags)).toEqual(expected);
  });

  it.each<[Flags, string]>([
    [{ "anonymous-auth": "yes" }, '--anonymous-auth is true or false, not "yes"'],
    [{ "anonymous-auth": "true", "authentication-config": "f" }, "its field anonymous takes the place of the flag"],
  ])("refuses %j", (flags, message) => {
    expect(() => parseAuthOptions(flags)).toThrow(message);
  });
});
