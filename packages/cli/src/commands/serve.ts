import type { Command } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";
import { explainError } from "../serve/explain-error.ts";
import { runServer } from "../serve/run-server.ts";
import { parseServeOptions } from "../serve/serve-options.ts";

const HELP = `kiln serve: a Kubernetes-compatible API server

  kiln serve                                serve on 127.0.0.1:6443, data in ./.kiln
  kiln serve --listen 127.0.0.1:0           take a free port
  kiln serve --store memory                 keep nothing

Flags:
  --listen HOST:PORT     where to serve; port 0 takes a free one (default 127.0.0.1:6443)
  --advertise-address IP by which address clients in a cluster find the server: the Service kubernetes points to it
                         (default the one served on, or else the machine's first that is not loopback)
  --data-dir DIR         certificates, keys and the embedded store (default .kiln)
  --store lmdb|memory|etcd
                         where objects are kept (default lmdb, in the data directory)
  --etcd-servers URLS    for --store etcd: the servers, separated by commas
  --etcd-prefix PREFIX   for --store etcd: the keys' beginning (default /registry)
  --etcd-cafile FILE, --etcd-certfile FILE, --etcd-keyfile FILE
                         for --store etcd: TLS
  --kubeconfig FILE      where the administrator's kubeconfig is written (default DATA_DIR/kubeconfig)
  --semantics kep|upstream
                         kep: built-in kinds keep unions and fields that may not change by the rules that CRDs have,
                         and a value of the wrong type is refused with 400; upstream: these, and rare cases of
                         pruning, as in kube-apiserver. Marks and unions of CRDs act either way. All differences
                         are in docs/compatibility.md (default kep)
  --tls-cert-file FILE, --tls-private-key-file FILE
                         the server's certificate and key (default: made on the first start)
  --client-ca-file FILE  an authority whose client certificates count as well
  --token-auth-file FILE
                         bearer tokens: lines of token,user,uid,"group1,group2"
  --authentication-config FILE
                         an AuthenticationConfiguration: issuers of OpenID Connect whose tokens count, and which
                         paths are open to clients without a credential
  --service-account-signing-key-file FILE, --service-account-key-file FILE
                         the key that signs tokens of service accounts (default: made on the first start), and others
                         whose tokens count; the latter may be given several times
  --service-account-issuer URL
                         stands in tokens of service accounts; those of further issuers, given after it, count as well
                         (default https://kubernetes.default.svc.cluster.local)
  --api-audiences NAMES  whom tokens must be for, separated by commas (default: the issuer)
  --service-account-jwks-uri URL
                         where others find the keys (default: this server)
  --service-account-max-token-expiration DURATION
                         no token of a service account lasts longer
  --authorization-mode MODES
                         who decides who may do what: RBAC, Node, Webhook, AlwaysAllow, AlwaysDeny, separated by
                         commas and asked in this order (default RBAC)
  --authorization-webhook-config-file FILE
                         for the mode Webhook: a kubeconfig that says whom to ask
  --authorization-config FILE
                         an AuthorizationConfiguration in place of the two flags before
  --audit-policy-file FILE, --audit-log-path FILE
                         note who did what: a Policy of audit.k8s.io/v1, and where its lines of JSON go (- is standard
                         output)
  --encryption-provider-config FILE
                         an EncryptionConfiguration: which kinds are kept encrypted, by aesgcm, aescbc or
                         secretbox; a write of what an older key sealed seals it anew
  --max-requests-inflight N, --max-mutating-requests-inflight N
                         how many requests are answered at a time (default 400 and 200); more wait for their turn
  --http2 own|node       which implementation of HTTP/2 serves: Kiln's, or Node's, which takes twice the processor time
                         (default own)
  --request-timeout DURATION
                         how long a request may take unless it is a watch (default 1m0s)
  --shutdown-delay-duration DURATION
                         how long to go on serving after a signal, while /readyz fails, so that load balancers turn
                         away first (default 0s)
  --enable-admission-plugins NAMES, --disable-admission-plugins NAMES
                         admission plugins to switch on or off, by Kubernetes' names, separated by commas
  --admission-control-config-file FILE
                         an AdmissionConfiguration: what webhooks get to see of who calls, and the configurations of
                         EventRateLimit and ImagePolicyWebhook
  --service-resolver NAME.NAMESPACE=HOST:PORT,...
                         where services of webhooks are, if not where their objects say
  --disable-controllers NAMES
                         controllers to switch off, by the names kube-controller-manager has for them
  --feature-gates Name=bool,...
                         switch off FieldMutability, Unions or ImmutableEphemeralVolumes (default all on)
  --log-level info|warn|error|silent
                         the least that is logged, on standard error (default info)

When it is ready it prints "ready https://HOST:PORT in N ms" and what to type next. SIGTERM or Ctrl-C ends it.

Exit code: 0 it was asked to end, 1 it could not start, 2 the words were wrong.
`;

export const serve: Command = {
  name: "serve",
  about: "run the API server",
  help: HELP,
  async run(args) {
    const options = parseServeOptions(readFlags(args));
    try {
      return await runServer(options);
    } catch (error) {
      throw explainError(error, options);
    }
  },
};

function readFlags(args: readonly string[]): Record<string, string | undefined> {
  const text = { type: "string" } as const;
  const list = { type: "string", multiple: true } as const;
  const { values } = parseFlags({
    args: [...args],
    options: {
      listen: text,
      "advertise-address": text,
      "data-dir": text,
      store: text,
      "etcd-servers": text,
      "etcd-prefix": text,
      "etcd-cafile": text,
      "etcd-certfile": text,
      "etcd-keyfile": text,
      kubeconfig: text,
      semantics: text,
      "log-level": text,
      "enable-admission-plugins": text,
      "disable-admission-plugins": text,
      "admission-control-config-file": text,
      "service-resolver": text,
      "disable-controllers": text,
      "feature-gates": text,
      "tls-cert-file": text,
      "tls-private-key-file": text,
      "client-ca-file": text,
      "token-auth-file": text,
      "authentication-config": text,
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
    },
  });
  return Object.fromEntries(
    Object.entries(values).map(([flag, value]) => [flag, Array.isArray(value) ? value.join("\n") : value]),
  );
}
