import type { Command } from "../command.ts";

const HELP = `kiln agent: the ConfigMaps and Secrets of a node's pods as files

  kiln agent --node worker-1 --root /var/lib/kiln-agent

Follows the pods of one node and writes what their volumes ask for below the root, laid out as the kubelet does, in
pods/UID/volumes: volumes of ConfigMaps, Secrets, the downward API, and projected ones. Immutable objects are read once
and neither watched nor polled.

Flags:
  --node NAME          whose pods (default: NODE_NAME, then the name of this machine)
  --root DIR           where files go; made if missing (default /var/lib/kiln-agent)
  --strategy watch|cache|get
                       how changes are noticed (default watch); cache asks again after the time that the node's
                       annotation node.alpha.kubernetes.io/ttl says, get with every sync
  --immutable-step i|ii|iii|off
                       what is made of immutable: true (default iii); i: the watch ends when it is seen; ii: there
                       is none; iii: new pods notice that an object was replaced; off: the field is ignored
  --feature-gates ImmutableEphemeralVolumes=false
                       the same as --immutable-step off
  --sync-period TIME   how often each pod is looked at, and up to half of it more (default 1m)
  --max-idle TIME      end a watch that was not read for this time (default five sync periods)
  --no-push            changes wait for the sync period
  --push-interval TIME the shortest time between two syncs of a pod that changes ask for (default 1s)
  --verify-interval TIME
                       how often files that cannot change are compared and repaired; 0 for never (default 1h)
  --qps N, --burst N   requests a second, and at once (default 50 and 100); events are counted apart
  --allow-secrets-on-disk
                       write Secrets and tokens though the root is on a disk, and mount nothing. Without it a tmpfs is
                       mounted at ROOT/pods; where that is not possible, pods with Secrets or tokens wait
  --fsync              data is on the disk before it is seen
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
