import type { Command } from "../command.ts";

const HELP = `kiln console: a page for any cluster of a kubeconfig

  kiln console                              the cluster of the current context
  kiln console --context staging            another one
  kiln console --kubeconfig .kiln/kubeconfig

Serves a page on this machine and prints a link to it, which works once and for ten minutes; Enter prints a new one.
The page sends its requests through this command, as the user of the kubeconfig. Credentials stay here.

Flags:
  --kubeconfig FILE     of the cluster (default: the variable KUBECONFIG, then ~/.kube/config)
  --context NAME        context of the kubeconfig (default: the current one)
  --port PORT           where to serve on 127.0.0.1 (default: a free port)
  --no-open             print the link and open no browser

Exit code: 0 stopped by a signal, 1 failed to start, 2 invalid arguments.
`;

export const console: Command = {
  name: "console",
  about: "a page for any cluster: objects, forms, ownership, forks",
  help: HELP,
  portAdvice: "name another with --port, or leave it out to take a free one",
  run: async (args) => (await import("../console/run-console.ts")).runConsole(args),
};
