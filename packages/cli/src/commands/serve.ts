import { parseArgs } from "node:util";
import { type Command, UsageError } from "../command.ts";
import { runServer } from "../serve/run-server.ts";
import { parseServeOptions } from "../serve/serve-options.ts";

const HELP = `kiln serve: a Kubernetes-compatible API server

  kiln serve                                serve on 127.0.0.1:6443, data in ./.kiln
  kiln serve --listen 127.0.0.1:0           take a free port
  kiln serve --store memory                 keep nothing

Flags:
  --listen HOST:PORT     where to serve; port 0 takes a free one (default 127.0.0.1:6443)
  --data-dir DIR         certificates, keys and the embedded store (default .kiln)
  --store lmdb|memory|etcd
                         where objects are kept (default lmdb, in the data directory)
  --etcd-servers URLS    for --store etcd: the servers, separated by commas
  --etcd-prefix PREFIX   for --store etcd: the keys' beginning (default /registry)
  --etcd-cafile FILE, --etcd-certfile FILE, --etcd-keyfile FILE
                         for --store etcd: TLS
  --kubeconfig FILE      where the administrator's kubeconfig is written (default DATA_DIR/kubeconfig)
  --semantics kep|upstream
                         where Kiln's promises and shipped Kubernetes differ, follow the former or the latter
                         (default kep)
  --feature-gates Name=bool,...
                         switch off FieldMutability, Unions or ImmutableEphemeralVolumes (default all on)

When it is ready it prints "ready https://HOST:PORT in N ms" and what to type next. SIGTERM or Ctrl-C ends it.
`;

export const serve: Command = {
  name: "serve",
  about: "run the API server",
  help: HELP,
  async run(args) {
    return runServer(parseServeOptions(parseFlags(args)));
  },
};

function parseFlags(args: readonly string[]): Record<string, string | undefined> {
  const text = { type: "string" } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        listen: text,
        "data-dir": text,
        store: text,
        "etcd-servers": text,
        "etcd-prefix": text,
        "etcd-cafile": text,
        "etcd-certfile": text,
        "etcd-keyfile": text,
        kubeconfig: text,
        semantics: text,
        "feature-gates": text,
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
