import type { Command } from "../command.ts";

const HELP = `kiln log: show the requests of a cluster for tests, and what each of them changed

  kiln log                             of the base cluster
  kiln log FORK                        of a fork
  kiln log FORK --output json          for programs
  kiln log FORK --save FILE            for kiln replay

Each line has the number, the time, the caller, the verb, the object, the HTTP status and the fault it met; changes
follow as JSON merge patches. Writes of the server's own controllers have no caller.

Flags:
  --after NUMBER                       only requests after this one
  --output text|json                   (default text)
  --save FILE                          write all requests of the fork as they were sent, with its seed and its faults
  --kubeconfig FILE                    of the base cluster (default: the variable KUBECONFIG, then ~/.kube/config)

Exit code: 0 done, 1 it could not be done, 2 invalid arguments.
`;

export const log: Command = {
  name: "log",
  about: "show the requests of a cluster for tests",
  help: HELP,
  run: async (args) => (await import("../forks/run-log.ts")).runLog(args),
};
