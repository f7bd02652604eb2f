import type { Command } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";
import { explainError } from "../serve/explain-error.ts";
import { setAsideKubernetesFlags } from "../serve/kubernetes-flags.ts";
import { runServer } from "../serve/run-server.ts";
import { parseServeOptions } from "../serve/serve-options.ts";
import { printStoreHelp, storeFlags } from "../serve/store-backends.ts";

const HELP = `kiln serve: a Kubernetes-compatible API server

  kiln serve                                serve on 127.0.0.1:6443, data in ./.kiln
  kiln serve --listen 127.0.0.1:0           take a free port
  kiln serve --store memory                 keep objects in memory only

Flags:
  --listen HOST:PORT     where to serve; port 0 takes a free one (default 127.0.0.1:6443)
  --bind-address IP, --secure-port PORT
                         the same as --listen, as flags of kube-apiserver
  --advertise-address IP address published in the Service default/kubernetes
                         (default: the address of --listen or, if that is loopback or 0.0.0.0, the machine's first)
  --data-dir DIR         certificates, keys and the embedded store (default .kiln)
${printStoreHelp()}
  --kubeconfig FILE      where the administrator's kubeconfig is written (default DATA_DIR/kubeconfig)
  --semantics kep|upstream
                         kep: built-in kinds have immutable fields and unions as the KEPs describe them, and a value
                         of the wrong type is rejected with 400; upstream: as kube-apiserver. Those of CRDs work
                         either way; docs/compatibility.md lists all differences (default kep)
  --tls-cert-file FILE, --tls-private-key-file FILE
                         serving certificate and key (default: generated on the first start)
  --tls-san NAMES        further DNS names and IP addresses for the generated serving certificate, separated by commas
  --cert-dir DIR         folder whose apiserver.crt and apiserver.key, if present, are the serving certificate and key
  --client-ca-file FILE  certificate authority whose client certificates are accepted too
  --token-auth-file FILE
                         bearer tokens: lines of token,user,uid,"group1,group2"
  --authentication-config FILE
                         an AuthenticationConfiguration: OpenID Connect issuers, and the paths that anonymous
                         clients may request
  --anonymous-auth true|false
                         true: requests without credentials have the user system:anonymous, as in Kubernetes; false:
                         they get 401 (default: 401, except for health and version)
  --service-account-signing-key-file FILE, --service-account-key-file FILE
                         key that signs service account tokens (default: generated on the first start), and further
                         keys that verify them; the latter may be repeated
  --service-account-issuer URL
                         issuer of service account tokens; repeat it to accept tokens of former issuers
                         (default https://kubernetes.default.svc.cluster.local)
  --api-audiences NAMES  accepted audiences of tokens, separated by commas (default: the issuer)
  --service-account-jwks-uri URL
                         URL at which clients find the signing keys (default: this server)
  --service-account-max-token-expiration DURATION
                         maximum lifetime of service account tokens
  --authorization-mode MODES
                         authorizers in order: RBAC, Node, Webhook, AlwaysAllow, AlwaysDeny, separated by commas
                         (default RBAC)
  --authorization-webhook-config-file FILE
                         for the mode Webhook: a kubeconfig of the authorization webhook
  --authorization-config FILE
                         an AuthorizationConfiguration, instead of --authorization-mode and its webhook flag
  --audit-policy-file FILE, --audit-log-path FILE
                         audit log: a Policy of audit.k8s.io/v1, and the file for its JSON lines (- is standard
                         output)
  --encryption-provider-config FILE
                         an EncryptionConfiguration: resources encrypted at rest with aesgcm, aescbc or secretbox;
                         writing an object encrypts it with the first key
  --max-requests-inflight N, --max-mutating-requests-inflight N
                         requests in flight (default 400 and 200); further ones queue
  --workers N|auto       processes that serve requests, beside one that owns the store (default 0: one process does
                         both; auto: a worker for each core but one; docs/operating.md)
  --http2 own|node       HTTP/2 implementation: Kiln's own, or Node's, which needs twice the processor time
                         (default own)
  --request-timeout DURATION
                         timeout of requests other than watches (default 1m0s)
  --shutdown-delay-duration DURATION
                         time to keep serving after a signal, with /readyz failing, so that load balancers stop
                         sending requests first (default 0s)
  --enable-admission-plugins NAMES, --disable-admission-plugins NAMES
                         admission plugins to enable or disable, by Kubernetes' names, separated by commas
  --admission-control-config-file FILE
                         an AdmissionConfiguration: kubeconfig for admission webhooks, and the settings of
                         EventRateLimit and ImagePolicyWebhook
  --service-cluster-ip-range CIDR
                         IPv4 addresses of Services (default 10.0.0.0/24)
  --service-resolver NAME.NAMESPACE=HOST:PORT,...
                         addresses of webhook Services, in place of their cluster IPs
  --kubelet-certificate-authority FILE, --kubelet-client-certificate FILE, --kubelet-client-key FILE
                         TLS to kubelets, for logs, exec, attach, port-forward and the proxy of nodes (default: their
                         certificates are not verified)
  --kubelet-preferred-address-types TYPES
                         addresses of nodes to use, best first
                         (default Hostname,InternalDNS,InternalIP,ExternalDNS,ExternalIP)
  --disable-controllers NAMES
                         controllers to disable, by their names in kube-controller-manager; * is all
  --simulate             run workloads without containers: Deployments get Pods, Pods are scheduled on simulated nodes
                         and become ready (default off; docs/simulate.md)
  --simulate-nodes N     with --simulate: simulated nodes to register at the start (default 3)
  --feature-gates Name=bool,...
                         disable FieldMutability, Unions, ImmutableEphemeralVolumes, ComponentFlagz or ComponentStatusz
                         (default all on)
  --testing              serve forks under /clusters/NAME, clocks and faults (testing.kiln.dev/v1; docs/forks.md); not
                         for production (default off)
  --seed N               with --testing --store memory: uids and generated names of the base cluster are the same in
                         every run
  --console              serve a page for this server on 127.0.0.1 too, and print its link (docs/console.md)
  -v, --verbose          log every request: user, verb, object, status code, milliseconds, and the message or webhook
                         that decided; without it, only refused writes and failing webhooks are logged
  --log-level info|warn|error|silent
                         lowest level to log, on standard error (default info)
  --log-format text|json one readable line, or one line of JSON, for each log entry (default text on a terminal, json
                         otherwise)

Other flags and feature gates of kube-apiserver are accepted and have no effect; one line on standard error names them.

When it is ready it prints "ready https://HOST:PORT in N ms" and what to type next. SIGTERM or Ctrl-C ends it.

Exit code: 0 stopped by a signal, 1 failed to start, 2 invalid arguments.
`;

const text = { type: "string" } as const;
const list = { type: "string", multiple: true } as const;

const FLAGS = {
  listen: text,
  "bind-address": text,
  "secure-port": text,
  "advertise-address": text,
  "data-dir": text,
  store: text,
  ...Object.fromEntries(storeFlags.map((flag) => [flag, text])),
  kubeconfig: text,
  semantics: text,
  verbose: { type: "boolean", short: "v" },
  "log-level": text,
  "log-format": text,
  "enable-admission-plugins": text,
  "disable-admission-plugins": text,
  "service-cluster-ip-range": text,
  "admission-control-config-file": text,
  "service-resolver": text,
  "kubelet-certificate-authority": text,
  "kubelet-client-certificate": text,
  "kubelet-client-key": text,
  "kubelet-preferred-address-types": text,
  "disable-controllers": text,
  simulate: { type: "boolean" },
  "simulate-nodes": text,
  "feature-gates": text,
  "tls-cert-file": text,
  "tls-private-key-file": text,
  "tls-san": list,
  "cert-dir": text,
  "client-ca-file": text,
  "token-auth-file": text,
  "authentication-config": text,
  "anonymous-auth": text,
  "encryption-provider-config": text,
  "audit-policy-file": text,
  "audit-log-path": text,
  "service-account-signing-key-file": text,
  "service-account-key-file": list,
  "service-account-issuer": list,
  "api-audiences": text,
  "service-account-jwks-uri": text,
  "service-account-max-token-expiration": text,
  "authorization-mode": text,
  "authorization-webhook-config-file": text,
  "authorization-config": text,
  "max-requests-inflight": text,
  "max-mutating-requests-inflight": text,
  http2: text,
  "request-timeout": text,
  "shutdown-delay-duration": text,
  testing: { type: "boolean" },
  seed: text,
  workers: text,
  console: { type: "boolean" },
} as const;

export const serve: Command = {
  name: "serve",
  about: "run the API server",
  help: HELP,
  async run(given) {
    const { args, ignored } = setAsideKubernetesFlags(given, Object.keys(FLAGS));
    const options = parseServeOptions(readFlags(args));
    if (ignored.length > 0 && process.env.KILN_WORKER !== "1") {
      process.stderr.write(`kiln serve: without effect here: ${ignored.join(", ")}\n`);
    }
    try {
      return await runServer(options, given);
    } catch (error) {
      throw explainError(error, options);
    }
  },
};

function readFlags(args: readonly string[]): Record<string, string | undefined> {
  const { values } = parseFlags({ args: [...args], options: FLAGS });
  return Object.fromEntries(
    Object.entries(values).map(([flag, value]) => [flag, Array.isArray(value) ? value.join("\n") : String(value)]),
  );
}
