import { parseArgs } from "node:util";
import { type Command, UsageError } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";

const HELP = `kiln migrate: bring stored objects to the storage version of their CRD

  kiln migrate ovens.example.com             write every oven once; then forget the versions ovens rested in before

Works on any cluster, and while it is in use: every object is written once by a patch that changes nothing, then
status.storedVersions of the CRD is cut to the storage version. Run it after moving "storage: true" to another version
and before taking the old version out of the CRD. Running it again does no harm.

Flags:
  --kubeconfig FILE   which cluster (default: KUBECONFIG, then ~/.kube/config)
  --context NAME      which of its contexts
`;

export const migrate: Command = {
  name: "migrate",
  about: "bring stored objects to the storage version of their CRD",
  help: HELP,
  async run(args) {
    const { values, positionals } = parseFlags(() =>
      parseArgs({
        args: [...args],
        allowPositionals: true,
        options: { kubeconfig: { type: "string" }, context: { type: "string" } },
      }),
    );
    if (positionals.length === 0) {
      throw new UsageError("name the CRDs whose objects to migrate, such as ovens.example.com");
    }
    // Loaded on demand: other commands need not wait for it.
    const { runMigrate } = await import("../migrate/run-migrate.ts");
    return runMigrate({ names: positionals, kubeconfig: values.kubeconfig, context: values.context });
  },
};
