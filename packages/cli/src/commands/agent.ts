import type { Command } from "../command.ts";

const HELP = `kiln agent: the ConfigMaps and Secrets of a node's pods as files

  kiln agent --node worker-1 --root /var/lib/kiln-agent

Follows the Pods of one node and writes the files of their volumes below the root, in the kubelet's layout
pods/UID/volumes: ConfigMap, Secret, downward API and projected volumes. Immutable objects are read once and neither
watched nor polled.

Flags:
  --node NAME          node whose Pods are followed (default: NODE_NAME, then the host name)
  --root DIR           directory of the files; created if missing (default /var/lib/kiln-agent)
  --strategy watch|cache|get
                       how changes are detected (default watch); cache: poll at the interval of the node's
                       annotation node.alpha.kubernetes.io/ttl; get: read with every sync
  --immutable-step i|ii|iii|off
                       handling of immutable: true (default iii); i: end the watch; ii: never watch; iii: as ii, and
                       new Pods check that the object was not replaced; off: ignore the field
  --feature-gates ImmutableEphemeralVolumes=false
                       the same as --immutable-step off
  --sync-period TIME   interval of syncs of each Pod, plus up to half of it (default 1m)
  --max-idle TIME      end a watch that was not read for this time (default five sync periods)
  --no-push            sync changes at the sync period only
  --push-interval TIME minimum time between two syncs of a Pod for changes (default 1s)
  --verify-interval TIME
                       interval at which files of immutable objects are compared and repaired; 0: never (default 1h)
  --qps N, --burst N   requests per second, and in a burst (default 50 and 100); events have their own limit
  --allow-secrets-on-disk
                       write Secrets and tokens though the root is on a disk, and mount nothing. Without it a tmpfs is
                       mounted at ROOT/pods; where that is not possible, pods with Secrets or tokens wait
  --fsync              fsync data before it becomes visible
  --probe-listen HOST:PORT|off
                       readyz, livez, metrics and pods, without TLS (default 127.0.0.1:10260)
  --kubeconfig FILE    which cluster (default: KUBECONFIG, then ~/.kube/config, then the pod's account)
  --context NAME       which of its contexts
`;

export const agent: Command = {
  name: "agent",
  about: "write the ConfigMaps and Secrets of a node's pods as files",
  help: HELP,
  portAdvice: "--probe-listen takes another, or off",
  async run(args) {
    // Loaded on demand: other commands need not wait for it.
    const { parseAgentFlags } = await import("../agent/agent-flags.ts");
    const flags = parseAgentFlags(args, process.env);
    const { runAgent } = await import("../agent/run-agent.ts");
    return runAgent(flags);
  },
};
