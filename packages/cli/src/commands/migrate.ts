import { type Command, UsageError } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";

const HELP = `kiln migrate: rewrite stored objects in the storage version of their CRD

  kiln migrate ovens.example.com             one CRD; several may be named

Run it after "storage: true" has moved to another version of the CRD, and before the old version is removed. It
writes every object once, with a patch that changes nothing, so that the server stores it in the new version; then it
leaves only that version in status.storedVersions of the CRD. It works on any cluster, also while clients write, and may
be run again.

Flags:
  --kubeconfig FILE   which cluster (default: KUBECONFIG, then ~/.kube/config)
  --context NAME      which of its contexts

Exit code: 0 all objects migrated, 1 some not, 2 invalid arguments.
`;

export const migrate: Command = {
  name: "migrate",
  about: "rewrite stored objects in the storage version of their CRD",
  help: HELP,
  async run(args) {
    const { values, positionals } = parseFlags({
      args: [...args],
      allowPositionals: true,
      options: { kubeconfig: { type: "string" }, context: { type: "string" } },
    });
    if (positionals.length === 0) {
      throw new UsageError("name the CRDs whose objects to migrate, such as ovens.example.com");
    }
    // Loaded on demand: other commands need not wait for it.
    const { runMigrate } = await import("../migrate/run-migrate.ts");
    return runMigrate({ names: positionals, kubeconfig: values.kubeconfig, context: values.context });
  },
};
