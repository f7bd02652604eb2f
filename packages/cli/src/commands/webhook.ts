import type { Command } from "../command.ts";
import { parseGuardOptions, WEBHOOK_TEXTS, type WebhookTexts } from "../guard/webhook-options.ts";
import { parseFlags } from "../parse-flags.ts";

const HELP = `kiln webhook: enforce immutable fields and unions of CRDs on any cluster, as an admission webhook

  kiln webhook --service kiln-system/kiln-webhook     in the cluster, behind a service
  kiln webhook --host 10.0.0.5 --listen 0.0.0.0:8443  beside it, called by address

Watches all CRDs of the cluster. For those with marks (x-kubernetes-mutability) or unions, in the annotation
kiln/marks (see kiln compile --to annotation) or in their schemas, it denies updates that violate a mark and
normalizes unions. It creates and updates its own webhook configurations.

Flags:
  --service NAMESPACE/NAME[:PORT]
                       Service by which the API server calls (port 443)
  --host NAME          or the host name or address by which it calls (default 127.0.0.1)
  --listen HOST:PORT   where to serve; port 0 takes a free one (default 0.0.0.0:8443)
  --probe-listen HOST:PORT
                       a second port, without TLS: readyz, livez and metrics
  --tls-cert-file FILE, --tls-private-key-file FILE, --ca-file FILE
                       the certificate, its key, and the authority that signed it; read again when they change
  --cert-dir DIR       directory of generated certificates, without these flags (default .kiln-guard)
  --name NAME          name of the webhook configurations (default kiln-guard)
  --no-configure       do not write webhook configurations; another tool does
  --kubeconfig FILE    which cluster (default: KUBECONFIG, then ~/.kube/config, then the pod's account)
  --context NAME       which of its contexts

Exit code: 0 stopped by a signal, 1 failed to start, 2 invalid arguments.
`;

export const webhook: Command = {
  name: "webhook",
  about: "enforce immutable fields and unions of CRDs on any cluster",
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
