import { describe, expect, it } from "vitest";
import { UsageError } from "../command.ts";
import { parseCompileOptions } from "../compile/compile-options.ts";
import { parseGuardOptions } from "./webhook-options.ts";

describe("parseGuardOptions()", () => {
  it("is called by service or by host", () => {
    const service = parseGuardOptions({ service: "kiln-system/guard:8443" }, true);
    expect(service.callName).toBe("guard.kiln-system.svc");
    expect(service.addressAt(1)).toEqual({ namespace: "kiln-system", name: "guard", port: 8443 });
    expect(parseGuardOptions({ host: "::1" }, true).addressAt(9443)).toEqual({ url: "https://[::1]:9443" });
  });

  it.each([
    [{ listen: "8443" }],
    [{ listen: "0.0.0.0:99999" }],
    [{ service: "guard" }],
    [{ service: "a/b", host: "c" }],
    [{ "tls-cert-file": "tls.crt" }],
  ])("refuses %j", (texts) => {
    expect(() => parseGuardOptions(texts, true)).toThrow(UsageError);
  });
});

describe("parseCompileOptions()", () => {
  it("makes policies for the newest Kubernetes by default", () => {
    expect(parseCompileOptions({}, ["crds"])).toEqual({
      inputs: ["crds"],
      target: "policies",
      kubernetes: "1.36",
      isPartial: false,
    });
  });

  it.each([[{ to: "webhook" }], [{ kubernetes: "v1.30.2" }], [{ kubernetes: "2.0" }]])("refuses %j", (flags) => {
    expect(() => parseCompileOptions(flags, ["crds"])).toThrow(UsageError);
  });

  it("needs something to compile", () => {
    expect(() => parseCompileOptions({}, [])).toThrow(UsageError);
  });
});
