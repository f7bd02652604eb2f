import { describe, expect, it } from "vitest";
import { parseWebhookFlags } from "./webhook-options.ts";

const FILES = ["--tls-cert-file=/etc/webhook/certs/cert.pem", "--tls-private-key-file=/etc/webhook/certs/key.pem"];

describe("parseWebhookFlags()", () => {
  it("takes the arguments of sample manifests as they are", () => {
    const { server, semantics } = parseWebhookFlags(["webhook", ...FILES]);
    expect(semantics).toBe("kep");
    expect(server).toEqual({
      tls: { certFile: "/etc/webhook/certs/cert.pem", keyFile: "/etc/webhook/certs/key.pem" },
      clientAuth: "none",
      allowedNames: [],
      port: 443,
      probes: { port: 8080 },
      maxBytes: 8 * 1024 * 1024,
      shutdownDelayMs: 5000,
      graceMs: 30_000,
    });
  });

  it("takes the flags of external-snapshotter's webhook, also those of its logs", () => {
    const options = parseWebhookFlags([
      ...FILES,
      "-v=5",
      "--prevent-volume-mode-conversion=true",
      "--enable-volume-group-snapshot-webhook=false",
    ]);
    expect(options).toMatchObject({ keepsVolumeMode: true, judgesGroups: false, checksDefaultClass: false });
  });

  it.each([
    [[], "--tls-cert-file is required"],
    [[...FILES, "--port=http"], '--port takes a number, not "http"'],
    [[...FILES, "--client-auth=request"], "--client-auth=request needs --client-ca-file"],
    [[...FILES, "--client-auth=yes"], '--client-auth is one of none, request, require-and-verify, not "yes"'],
    [[...FILES, "--semantics=mine"], '--semantics is one of kep, upstream, not "mine"'],
    [[...FILES, "--shutdown-delay=soon"], '--shutdown-delay takes a time such as 5s, not "soon"'],
    [[...FILES, "--tls"], "Unknown option '--tls'"],
  ])("refuses %j", (args, why) => {
    expect(() => parseWebhookFlags(args)).toThrow(why);
  });
});
