import { describe, expect, it } from "vitest";
import { printSecurityHeader, printSecurityPolicy } from "./security-policy.ts";

describe("printSecurityPolicy()", () => {
  it("lets nothing through from other origins, inline or evaluated", () => {
    for (const policy of [printSecurityPolicy({ hasServer: true }), printSecurityHeader({ hasServer: false })]) {
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
    }
  });

  it("lets a page without a server send no request", () => {
    expect(printSecurityPolicy({ hasServer: false })).toContain("connect-src 'none'");
  });
});
