import type { Command } from "../command.ts";

const HELP = `kiln fork: copy a cluster for a test

  kiln fork NAME                            fork the base cluster; writes NAME.kubeconfig
  kiln fork NAME --from-fork OTHER          fork another fork
  kiln fork NAME --from-snapshot SNAPSHOT   fork a snapshot
  kiln fork NAME --empty                    a new cluster
  kiln fork NAME --reset                    reset a fork to its first state
  kiln fork NAME --delete                   delete a fork
  kiln fork                                 list forks

Needs a server that was started with kiln serve --testing.

Flags:
  --output FILE         where the kubeconfig of the new fork is written (default NAME.kubeconfig)
  --kubeconfig FILE     of the base cluster (default: the variable KUBECONFIG, then ~/.kube/config)

Exit code: 0 done, 1 failed, 2 invalid arguments.
`;

export const fork: Command = {
  name: "fork",
  about: "make, reset and delete forks of a cluster for tests",
  help: HELP,
  run: async (args) => (await import("../forks/run-fork.ts")).runFork(args),
};
