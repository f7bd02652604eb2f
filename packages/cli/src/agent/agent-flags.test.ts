import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agent } from "../commands/agent.ts";
import { parseAgentFlags } from "./agent-flags.ts";

describe("parseAgentFlags()", () => {
  it("has Kubernetes' defaults, and all steps on", () => {
    expect(parseAgentFlags([], { NODE_NAME: "n1" })).toEqual({
      nodeName: "n1",
      rootDir: "/var/lib/kiln-agent",
      strategy: "watch",
      immutableStep: "iii",
      syncPeriodMs: 60_000,
      maxIdleMs: 300_000,
      isPushing: true,
      pushIntervalMs: 1000,
      verifyIntervalMs: 3_600_000,
      requestsPerSecond: 50,
      burst: 100,
      isSynced: false,
      allowsDisk: false,
      kubeconfig: undefined,
      context: undefined,
      probes: { host: "127.0.0.1", port: 10_260 },
    });
  });

  it("takes a root that is named from the current folder", () => {
    expect(parseAgentFlags(["--root", "files"], {}).rootDir).toBe(join(process.cwd(), "files"));
  });

  it("takes every flag that the help names, and no other", () => {
    const named = new Set([...agent.help.matchAll(/^ {2}--([a-z-]+)|, --([a-z-]+)/gm)].map((m) => m[1] ?? m[2]));
    const words: Readonly<Record<string, string>> = {
      strategy: "get",
      "immutable-step": "i",
      "feature-gates": "ImmutableEphemeralVolumes=true",
      "probe-listen": "off",
      qps: "10",
      burst: "20",
    };
    const times = ["sync-period", "max-idle", "push-interval", "verify-interval"];
    for (const flag of named) {
      const isSwitch = ["no-push", "fsync", "allow-secrets-on-disk"].includes(String(flag));
      const word = times.includes(String(flag)) ? "2m" : (words[String(flag)] ?? "x");
      expect(() => parseAgentFlags(isSwitch ? [`--${flag}`] : [`--${flag}`, word], {})).not.toThrow();
    }
    expect(named.size).toBe(17);
  });

  it("lets a gate that is off win over the step", () => {
    const gate = "--feature-gates=ImmutableEphemeralVolumes=false";
    expect(parseAgentFlags([gate, "--immutable-step=ii"], {}).immutableStep).toBe("off");
    expect(parseAgentFlags(["--immutable-step=ii"], {}).immutableStep).toBe("ii");
  });

  it("stretches the idle time with the sync period", () => {
    expect(parseAgentFlags(["--sync-period=10m"], {}).maxIdleMs).toBe(3_000_000);
  });

  it.each([
    [["--strategy=guess"], '--strategy takes watch or cache or get, not "guess"'],
    [["--immutable-step=iv"], '--immutable-step takes off or i or ii or iii, not "iv"'],
    [["--feature-gates=Other=true"], "--feature-gates takes ImmutableEphemeralVolumes=true or"],
    [["--feature-gates=ImmutableEphemeralVolumes"], "--feature-gates takes ImmutableEphemeralVolumes=true or"],
    [["--sync-period=0s"], '--sync-period takes a time such as 90s, not "0s"'],
    [["--sync-period=soon"], '--sync-period takes a time such as 90s, not "soon"'],
    [["--qps=0"], '--qps takes a number above zero, not "0"'],
    [["--nodes=x"], "Unknown option '--nodes'"],
  ])("refuses %j", (args, message) => {
    expect(() => parseAgentFlags(args, {})).toThrow(message);
  });
});
