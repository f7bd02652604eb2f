import type { Command } from "../command.ts";

const HELP = `kiln import: copy the state of a cluster, for tests and experiments

  kiln import --kubeconfig FILE             any cluster, read through its API
  kiln import --etcd-servers URL,...        a running etcd of kube-apiserver or Kiln
  kiln import SNAPSHOT.db                   a file of etcdctl snapshot save
  kiln import DIR                           a data directory of etcd, a must-gather, a support bundle, or manifests
  kiln import FILE.tar.gz                   an archive of one of these

The source is only read. Reading over the network is paged; after an interruption, the same command resumes it.
Objects keep uid, resourceVersion, status and managed fields. Manifests that no server has stored (without uid) are
created through the API: defaults and validation are the server's.

Left out unless requested: Secrets, Events, configurations of admission webhooks and APIServices of other servers, which
the copy cannot reach. Owner references to objects that are left out are dropped.

Where the copy goes:
  --data-dir DIR             a new data directory, for kiln serve --testing --data-dir DIR (default .kiln)
  --snapshot NAME            a snapshot of a running kiln serve --testing, for kiln fork --from-snapshot NAME
  --server FILE              kubeconfig of that server (default: the variable KUBECONFIG, then ~/.kube/config)

Flags:
  --context NAME             of --kubeconfig (default: its current context)
  --rate N                   maximum requests per second (default 20)
  --include-secrets          Secrets as well
  --include-events           Events as well
  --include-webhooks         webhook configurations and APIServices as well
  --etcd-prefix PREFIX       of keys in etcd (default /registry)
  --etcd-cafile FILE, --etcd-certfile FILE, --etcd-keyfile FILE
                             certificate authority of etcd; client certificate and its key

Exit code: 0 done, 1 failed and nothing was created, 2 invalid arguments or files.
`;

export const importCommand: Command = {
  name: "import",
  about: "copy the state of a cluster, from its API, etcd or files",
  help: HELP,
  run: async (args) => (await import("../import/run-import.ts")).runImport(args),
};
