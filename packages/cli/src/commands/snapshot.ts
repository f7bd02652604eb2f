import { type Command, UsageError } from "../command.ts";
import { didYouMean } from "../did-you-mean.ts";

const HELP = `kiln snapshot: keep the CSI volume snapshots of a cluster valid

  kiln snapshot webhook      serve the validating admission webhook, which denies invalid objects
  kiln snapshot controller   label stored objects that are invalid; remove the label once they are valid
  kiln snapshot audit        list stored objects that are invalid
  kiln snapshot phase        print the phase of the move from v1beta1 to v1, and whether the next can begin
  kiln snapshot certs        create the webhook's certificate, write it to its Secret and caBundle, and renew it

webhook:
  --tls-cert-file FILE, --tls-private-key-file FILE
                             certificate and key, required; read again when they change
  --port N                   port to serve on (default 443)
  --bind-address ADDRESS     address to serve on (default: all)
  --probe-port N|off         port of readyz, livez and metrics, without TLS (default 8080)
  --client-ca-file FILE      certificate authorities of client certificates
  --client-auth none|request|require-and-verify
                             whether clients need a certificate (default none)
  --client-allowed-names A,B accepted names in client certificates (default: any)
  --max-body-bytes N         maximum size of an AdmissionReview (default 8388608)
  --shutdown-delay TIME      how long to keep serving after a signal (default 5s)
  --prevent-volume-mode-conversion, --enable-volume-group-snapshot-webhook, --prevent-multiple-default-classes
                             further rules; the last one needs --kubeconfig or a Pod's service account
  --kubeconfig FILE          also check at the start that the webhook configuration names no resource that this webhook
                             cannot validate
  --semantics kep|upstream   kep: the rules of docs/snapshots.md; upstream: the rules of the webhook that
                             external-snapshotter shipped (default kep)

controller:
  --label-resync TIME        interval at which all objects are checked again (default 24h)
  --write-status             also write status.error and an event; only for clusters without snapshot-controller,
                             which writes its own
  --check-default-classes    also report drivers with several default classes
  --leader-election          run several replicas, of which one is active
  --leader-election-namespace NAME
                             namespace of the Lease (default kube-system)
  --leader-election-lease-duration TIME, --leader-election-renew-deadline TIME, --leader-election-retry-period TIME
                             as of other controllers (default 15s, 10s, 2s)
  --probe-port N|off         port of readyz, livez and metrics, without TLS (default 8080)

audit:
  --output text|json         one line for each object (default text)

phase:
  --to 1|2|3|4               change the CRDs to this phase; refused, with the reasons, while objects or webhooks are not
                             ready
  --dry-run                  with --to: only check
  --without-webhook          do not require a webhook that denies invalid objects

certs:
  --service NAME, --namespace NAME, --secret NAME, --configuration NAME
                             Service, namespace, Secret and webhook configuration (defaults as in deploy/snapshot)
  --names A,B                further DNS names of the certificate
  --days N                   lifetime (default 90)
  --renew-before-days N      renew that many days before the end (default 30)
  --interval TIME            keep running, and check again at this interval
  --signer NAME, --signer-ca-file FILE
                             request the certificate from this signer of the cluster instead of creating an authority
  --out FOLDER               only write tls.crt, tls.key and ca.crt to a folder

controller, audit, phase and certs:
  --kubeconfig FILE          which cluster (default: KUBECONFIG, then ~/.kube/config, then the Pod's account)
  --context NAME             which of its contexts

Exit code: 0 done, or stopped by a signal; 1 failed, or audit found an invalid object; 2 invalid arguments.
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
