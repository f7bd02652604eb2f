import type { Command } from "../command.ts";
import { parseGuardOptions, WEBHOOK_TEXTS, type WebhookTexts } from "../guard/webhook-options.ts";
import { parseFlags } from "../parse-flags.ts";

const HELP = `kiln webhook: keep marks and unions on a cluster that does not know them

  kiln webhook --service kiln-system/kiln-webhook     in the cluster, behind a service
  kiln webhook --host 10.0.0.5 --listen 0.0.0.0:8443  beside it, called by address

Follows all CRDs of the cluster. Those that carry marks or unions, in the annotation kiln/marks (see kiln compile --to
annotation) or in their schemas, are guarded: updates that break a mark are refused, unions are normalised. The webhook
configurations are written and kept up to date by the webhook itself.

Flags:
  --service NAMESPACE/NAME[:PORT]
                       the service by which the API server calls (port 443)
  --host NAME          or the host name or address by which it calls (default 127.0.0.1)
  --listen HOST:PORT   where to serve; port 0 takes a free one (default 0.0.0.0:8443)
  --probe-listen HOST:PORT
                       a second port, without TLS: readyz, livez and metrics
  --tls-cert-file FILE, --tls-private-key-file FILE, --ca-file FILE
                       the certificate, its key, and the authority that signed it; read again when they change
  --cert-dir DIR       otherwise certificates are made and kept here (default .kiln-guard)
  --name NAME          of the webhook configurations (default kiln-guard)
  --no-configure       write no configurations: somebody else does
  --kubeconfig FILE    which cluster (default: KUBECONFIG, then ~/.kube/config, then the pod's account)
  --context NAME       which of its contexts

Exit code: 0 it was asked to end, 1 it could not start, 2 the words were wrong.
`;

export const webhook: Command = {
  name: "webhook",
  about: "serve an admission webhook that keeps marks and unions on any cluster",
  help: HELP,
  portAdvice: "--listen and --probe-listen take others",
  async run(args) {
    const { values } = parseFlags({
      args: [...args],
      options: {
        ...Object.fromEntries(WEBHOOK_TEXTS.map((name) => [name, { type: "string" as const }])),
        "no-configure": { type: "boolean" as const },
      },
    });
    const options = parseGuardOptions(values as WebhookTexts, values["no-configure"] !== true);
    // Loaded on demand: other commands need not wait for it.
    const { runGuardWebhook } = await import("../guard/run-guard-webhook.ts");
    return runGuardWebhook(options);
  },
};
