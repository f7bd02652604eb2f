import { appendAll } from "@kiln/api";
import { allFeatures } from "@kiln/kinds";
import { didYouMean } from "../did-you-mean.ts";

// Flags of kube-apiserver that have no effect in Kiln (kube-apiserver --help, v1.36, and a few that older versions had).

/** Flags that take no value, except =true or =false. */
const SWITCHES = new Set([
  "aggregator-reject-forwarding-redirect",
  "allow-privileged",
  "audit-log-batch-throttle-enable",
  "audit-log-compress",
  "audit-log-truncate-enabled",
  "audit-webhook-batch-throttle-enable",
  "audit-webhook-truncate-enabled",
  "contention-profiling",
  "disable-http2-serving",
  "emulation-forward-compatible",
  "enable-aggregator-routing",
  "enable-bootstrap-token-auth",
  "enable-garbage-collector",
  "enable-logs-handler",
  "enable-priority-and-fairness",
  "enable-swagger-ui",
  "encryption-provider-config-automatic-reload",
  "kubelet-https",
  "log-json-split-stream",
  "log-text-split-stream",
  "permit-address-sharing",
  "permit-port-sharing",
  "profiling",
  "runtime-config-emulation-forward-compatible",
  "service-account-extend-token-expiration",
  "service-account-lookup",
  "shutdown-send-retry-after",
  "watch-cache",
]);

/** Flags that take a value. */
const SETTINGS = new Set([
  "admission-control",
  "allow-metric-labels",
  "allow-metric-labels-manifest",
  "audit-log-batch-buffer-size",
  "audit-log-batch-max-size",
  "audit-log-batch-max-wait",
  "audit-log-batch-throttle-burst",
  "audit-log-batch-throttle-qps",
  "audit-log-format",
  "audit-log-maxage",
  "audit-log-maxbackup",
  "audit-log-maxsize",
  "audit-log-mode",
  "audit-log-truncate-max-batch-size",
  "audit-log-truncate-max-event-size",
  "audit-log-version",
  "audit-webhook-batch-buffer-size",
  "audit-webhook-batch-max-size",
  "audit-webhook-batch-max-wait",
  "audit-webhook-batch-throttle-burst",
  "audit-webhook-batch-throttle-qps",
  "audit-webhook-config-file",
  "audit-webhook-initial-backoff",
  "audit-webhook-mode",
  "audit-webhook-truncate-max-batch-size",
  "audit-webhook-truncate-max-event-size",
  "audit-webhook-version",
  "authentication-token-webhook-cache-ttl",
  "authentication-token-webhook-config-file",
  "authentication-token-webhook-version",
  "authorization-policy-file",
  "authorization-webhook-cache-authorized-ttl",
  "authorization-webhook-cache-unauthorized-ttl",
  "authorization-webhook-version",
  "coordinated-leadership-lease-duration",
  "coordinated-leadership-renew-deadline",
  "coordinated-leadership-retry-period",
  "cors-allowed-origins",
  "debug-socket-path",
  "default-not-ready-toleration-seconds",
  "default-unreachable-toleration-seconds",
  "delete-collection-workers",
  "disabled-metrics",
  "egress-selector-config-file",
  "emulated-version",
  "endpoint-reconciler-type",
  "etcd-compaction-interval",
  "etcd-count-metric-poll-period",
  "etcd-db-metric-poll-interval",
  "etcd-healthcheck-timeout",
  "etcd-readycheck-timeout",
  "etcd-servers-overrides",
  "event-ttl",
  "external-hostname",
  "goaway-chance",
  "http2-max-streams-per-connection",
  "insecure-bind-address",
  "insecure-port",
  "kubelet-timeout",
  "kubernetes-service-node-port",
  "lease-reuse-duration-seconds",
  "livez-grace-period",
  "log-flush-frequency",
  "log-json-info-buffer-size",
  "log-text-info-buffer-size",
  "max-connection-bytes-per-sec",
  "min-compatibility-version",
  "min-request-timeout",
  "oidc-ca-file",
  "oidc-client-id",
  "oidc-groups-claim",
  "oidc-groups-prefix",
  "oidc-issuer-url",
  "oidc-required-claim",
  "oidc-signing-algs",
  "oidc-username-claim",
  "oidc-username-prefix",
  "peer-advertise-ip",
  "peer-advertise-port",
  "peer-ca-file",
  "proxy-client-cert-file",
  "proxy-client-key-file",
  "requestheader-allowed-names",
  "requestheader-client-ca-file",
  "requestheader-extra-headers-prefix",
  "requestheader-group-headers",
  "requestheader-uid-headers",
  "requestheader-username-headers",
  "runtime-config",
  "service-account-signing-endpoint",
  "service-node-port-range",
  "show-hidden-metrics-for-version",
  "shutdown-watch-termination-grace-period",
  "storage-backend",
  "storage-initialization-timeout",
  "storage-media-type",
  "strict-transport-security-directives",
  "tls-cipher-suites",
  "tls-curve-preferences",
  "tls-min-version",
  "tls-sni-cert-key",
  "tracing-config-file",
  "vmodule",
  "watch-cache-sizes",
]);

export interface SetAside {
  /** Remaining arguments, in their order. */
  readonly args: readonly string[];
  /** Names of the removed flags, each once, with dashes, sorted. */
  readonly ignored: readonly string[];
}

/** Removes flags and feature gates of kube-apiserver that have no effect here. Flags in `own` are Kiln's and stay. */
export function setAsideKubernetesFlags(args: readonly string[], own: readonly string[]): SetAside {
  const kept: string[] = [];
  const ignored = new Set<string>();
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as string;
    const [, name = "", value] = /^--([a-z0-9-]+)(=.*)?$/s.exec(arg) ?? [];
    if (own.includes(name) || !(SWITCHES.has(name) || SETTINGS.has(name))) {
      appendAll(kept, translate(arg));
      continue;
    }
    ignored.add(`--${name}`);
    if (SETTINGS.has(name) && value === undefined) {
      index++;
    }
  }
  return setAsideGates(kept, ignored);
}

/** Removes feature gates of Kubernetes, but not those that resemble one of Kiln's own and may be misspelled. */
function setAsideGates(args: readonly string[], ignored: Set<string>): SetAside {
  const known = Object.keys(allFeatures);
  const isForeign = (gate: string) => {
    const [name = ""] = gate.split("=");
    return gate.includes("=") && !known.includes(name) && didYouMean(name, known) === "";
  };
  const filter = (value: string) => {
    const gates = value.split(",");
    for (const gate of gates.filter(isForeign)) {
      ignored.add(`--feature-gates ${gate}`);
    }
    return gates.filter((gate) => !isForeign(gate)).join(",");
  };
  const flag = "--feature-gates";
  const kept = args.map((arg, index) => {
    const isValue = args[index - 1] === flag;
    return isValue ? filter(arg) : arg.startsWith(`${flag}=`) ? `${flag}=${filter(arg.slice(flag.length + 1))}` : arg;
  });
  return { args: kept, ignored: [...ignored].sort() };
}

/** Verbosity from which kube-apiserver logs requests. */
const REQUEST_VERBOSITY = 3;

/** Kiln's spelling of a flag of kube-apiserver. */
function translate(arg: string): readonly string[] {
  const [, verbosity] = /^--?v=(\d+)$/.exec(arg) ?? [];
  if (verbosity !== undefined) {
    return Number(verbosity) >= REQUEST_VERBOSITY ? ["--verbose"] : [];
  }
  return [arg.replace(/^--logging-format\b/, "--log-format")];
}
