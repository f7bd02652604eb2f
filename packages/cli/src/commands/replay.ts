import type { Command } from "../command.ts";

const HELP = `kiln replay: send the requests of a saved run to a fresh fork, and show the first difference

  kiln log FORK --save run.json             save the requests of a fork, with its seed and its faults
  kiln replay run.json                      replay them on a fork that starts as that one did

Requests are sent one after the other, in the order of the log, with the fork's clock at their times and with the faults
they met. Their codes, faults and writes are compared. Watches and requests with Secrets are left out. Requests of
service accounts are sent as theirs, all others as the administrator's.

Flags:
  --seed NUMBER         of the fork (default: that of the saved run)
  --keep                keep the fork, to look at it
  --kubeconfig FILE     of the base cluster (default: the variable KUBECONFIG, then ~/.kube/config)

Exit code: 0 no difference, 1 a difference, or it could not be done, 2 invalid arguments.
`;

export const replay: Command = {
  name: "replay",
  about: "repeat a saved run on a fresh fork",
  help: HELP,
  run: async (args) => (await import("../forks/run-replay.ts")).runReplay(args),
};
