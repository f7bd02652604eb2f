import type { Command } from "../command.ts";

const HELP = `kiln diff: show what changed in a fork since it started

  kiln diff FORK                       every object created, changed or deleted, as kubectl diff shows it
  kiln diff FORK --output json         the same for programs
  kiln diff FORK --output manifests    what was created or changed, as YAML to apply elsewhere

Values of Secrets are not shown. Events and Leases are left out unless --all is given. Manifests have no status and no
fields that the server sets.

Flags:
  --output diff|json|manifests         (default diff)
  --all                                Events and Leases as well
  --kubeconfig FILE                    of the base cluster (default: the variable KUBECONFIG, then ~/.kube/config)

Exit code: 0 nothing differs, 1 something differs or it could not be done, 2 invalid arguments.
`;

export const diff: Command = {
  name: "diff",
  about: "show what changed in a fork since it started",
  help: HELP,
  run: async (args) => (await import("../forks/run-diff.ts")).runDiff(args),
};
