import { type Command, UsageError } from "../command.ts";
import { didYouMean } from "../did-you-mean.ts";

const HELP = `kiln snapshot: keep the CSI volume snapshots of a cluster valid

  kiln snapshot webhook      answer the reviews of an API server: what is invalid is not let in
  kiln snapshot controller   label what is invalid already, and take the label from what was repaired
  kiln snapshot audit        list what is invalid; exit code 1 if anything is
  kiln snapshot phase        tell the phase of the CRDs, and whether the next may begin; --to N goes there
  kiln snapshot certs        make the webhook's certificate, have it trusted, and renew it in time

webhook:
  --tls-cert-file FILE, --tls-private-key-file FILE
                             required; read again when they change
  --port N                   (default 443); --bind-address ADDRESS (default all)
  --probe-port N|off         readyz, livez and metrics, without TLS (default 8080)
  --client-ca-file FILE      authorities of callers
  --client-auth none|request|require-and-verify
                             whether callers need a certificate (default none)
  --client-allowed-names A,B names of which a caller's certificate must have one
  --max-body-bytes N         longer reviews are refused (default 8388608)
  --shutdown-delay TIME      go on answering after a signal to stop (default 5s)
  --prevent-volume-mode-conversion, --enable-volume-group-snapshot-webhook, --prevent-multiple-default-classes
                             further rules; the last one needs --kubeconfig or a pod's account
  --kubeconfig FILE          also look at the start whether the webhook is asked about more than it can answer
  --semantics kep|upstream   kep: the verdicts that docs/snapshots.md describes; upstream: those of the webhook that
                             external-snapshotter shipped (default kep)

controller:
  --label-resync TIME        how often all is looked at (default 24h)
  --write-status             also write status.error and an event; only for clusters without snapshot-controller,
                             which writes its own
  --check-default-classes    say so where a driver has several default classes
  --leader-election          of several, one works; --leader-election-namespace NAME (default kube-system)
  --leader-election-lease-duration TIME, --leader-election-renew-deadline TIME, --leader-election-retry-period TIME
                             when another takes over (default 15s, 10s, 2s)
  --probe-port N|off         as above

audit:  --output text|json   one line an object (default text)

phase:  --to 1|2|3|4         refused as long as anything stands in the way
        --dry-run            only say so
        --without-webhook    go on though no webhook keeps invalid objects out meanwhile

certs:  --service NAME, --namespace NAME, --secret NAME, --configuration NAME
                             where it is used (defaults as in deploy/snapshot); --names A,B further names
        --days N             how long it lasts (default 90); --renew-before-days N (default 30)
        --interval TIME      stay, and look again so often
        --signer NAME --signer-ca-file FILE
                             have the cluster sign it, instead of an authority made for it
        --out FOLDER         only write tls.crt, tls.key and ca.crt there

All that speak to a cluster: --kubeconfig FILE, --context NAME
`;

type Run = (args: readonly string[]) => Promise<number>;

/** Loaded on demand: other commands need not wait for them. */
const PARTS: Readonly<Record<string, () => Promise<Run>>> = {
  webhook: async () => {
    const { parseWebhookFlags } = await import("../snapshot/webhook-options.ts");
    const { runWebhook } = await import("../snapshot/run-webhook.ts");
    return (args) => runWebhook(parseWebhookFlags(args));
  },
  controller: async () => (await import("../snapshot/run-controller-command.ts")).runControllerCommand,
  audit: async () => (await import("../snapshot/run-audit.ts")).runAudit,
  phase: async () => (await import("../snapshot/run-phase.ts")).runPhase,
  certs: async () => (await import("../snapshot/run-certs.ts")).runCerts,
};

export const snapshot: Command = {
  name: "snapshot",
  about: "keep the CSI volume snapshots of a cluster valid",
  help: HELP,
  portAdvice: "--port and --probe-port take others",
  async run(args) {
    const [name = "", ...rest] = args;
    const load = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (load === undefined) {
      const parts = Object.keys(PARTS);
      throw new UsageError(`say what to do: ${parts.join(", ")}${didYouMean(name, parts)}`);
    }
    const run = await load();
    return run(rest);
  },
};
