import { hostname } from "node:os";
import { resolve } from "node:path";
import { type AgentOptions, IMMUTABLE_STEPS, STRATEGIES } from "@kiln/agent";
import { durationToMs, parseDuration } from "@kiln/api";
import { UsageError } from "../command.ts";
import { oneOf } from "../one-of.ts";
import { parseFlags } from "../parse-flags.ts";
import { parseListen } from "../serve/serve-options.ts";

/** Flags of `kiln agent`. */
export interface AgentFlags
  extends Pick<
    Required<AgentOptions>,
    | "nodeName"
    | "strategy"
    | "immutableStep"
    | "syncPeriodMs"
    | "maxIdleMs"
    | "isPushing"
    | "pushIntervalMs"
    | "verifyIntervalMs"
    | "requestsPerSecond"
    | "burst"
  > {
  readonly rootDir: string;
  readonly isSynced: boolean;
  /** Whether to write Secrets even if the root is on a disk. */
  readonly allowsDisk: boolean;
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly probes: { readonly host: string; readonly port: number } | undefined;
}

const GATE = "ImmutableEphemeralVolumes";

export function parseAgentFlags(args: readonly string[], env: NodeJS.ProcessEnv): AgentFlags {
  const { values } = parseFlags({
    args: [...args],
    options: {
      node: { type: "string" },
      root: { type: "string" },
      strategy: { type: "string" },
      "immutable-step": { type: "string" },
      "feature-gates": { type: "string" },
      "sync-period": { type: "string" },
      "max-idle": { type: "string" },
      "no-push": { type: "boolean" },
      "push-interval": { type: "string" },
      "verify-interval": { type: "string" },
      qps: { type: "string" },
      burst: { type: "string" },
      fsync: { type: "boolean" },
      "allow-secrets-on-disk": { type: "boolean" },
      "probe-listen": { type: "string" },
      kubeconfig: { type: "string" },
      context: { type: "string" },
    },
  });
  const syncPeriodMs = parseMs("--sync-period", values["sync-period"] ?? "1m");
  const step = oneOf("--immutable-step", values["immutable-step"] ?? "iii", IMMUTABLE_STEPS);
  const listen = values["probe-listen"] ?? "127.0.0.1:10260";
  return {
    nodeName: values.node ?? env.NODE_NAME ?? hostname().toLowerCase(),
    rootDir: resolve(values.root ?? "/var/lib/kiln-agent"),
    strategy: oneOf("--strategy", values.strategy ?? "watch", STRATEGIES),
    immutableStep: isGateOn(values["feature-gates"] ?? "") ? step : "off",
    syncPeriodMs,
    maxIdleMs: values["max-idle"] === undefined ? 5 * syncPeriodMs : parseMs("--max-idle", values["max-idle"]),
    isPushing: values["no-push"] !== true,
    pushIntervalMs: parseMs("--push-interval", values["push-interval"] ?? "1s"),
    verifyIntervalMs: parseMs("--verify-interval", values["verify-interval"] ?? "1h", { mayBeZero: true }),
    requestsPerSecond: parseCount("--qps", values.qps ?? "50"),
    burst: parseCount("--burst", values.burst ?? "100"),
    isSynced: values.fsync === true,
    allowsDisk: values["allow-secrets-on-disk"] === true,
    kubeconfig: values.kubeconfig,
    context: values.context,
    probes: listen === "off" ? undefined : parseListen(listen, "--probe-listen"),
  };
}

/** Whether the feature gate is on. A gate that is off takes precedence over --immutable-step. */
function isGateOn(text: string): boolean {
  let isOn = true;
  for (const part of text.split(",").filter((each) => each !== "")) {
    const [name, value] = part.split("=");
    if (name !== GATE || (value !== "true" && value !== "false")) {
      throw new UsageError(`--feature-gates takes ${GATE}=true or ${GATE}=false, not "${part}"`);
    }
    isOn = value === "true";
  }
  return isOn;
}

function parseMs(flag: string, text: string, { mayBeZero = false } = {}): number {
  const { value } = parseDuration(text);
  if (value === undefined || value < 0n || (value === 0n && !mayBeZero)) {
    throw new UsageError(`${flag} takes a time such as 90s, not "${text}"`);
  }
  return durationToMs(value);
}

function parseCount(flag: string, text: string): number {
  const value = Number(text);
  if (!/^\d+(?:\.\d+)?$/.test(text) || value <= 0) {
    throw new UsageError(`${flag} takes a number above zero, not "${text}"`);
  }
  return value;
}
