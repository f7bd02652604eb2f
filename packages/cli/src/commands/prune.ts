import { type Command, UsageError } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";

const HELP = `kiln prune: remove fields that the CRD does not specify, offline

  kiln prune oven.yaml --crd crds/ > clean.yaml    report pruned fields, print the objects
  kiln prune manifests/ --crd crds/ --check        print nothing; fail if a field would be pruned, for CI

Each pruned field is reported with its file, line and column. Objects of other kinds are left unchanged.

Flags:
  --crd PATH   files or folders with CRDs; may be given several times
  --check      only report; exit with 1 if there is anything to prune

Exit code: 0 pruned, or nothing to prune with --check; 1 something to prune with --check; 2 invalid arguments or an
unreadable file.
`;

export const prune: Command = {
  name: "prune",
  about: "remove fields that the CRD does not specify",
  help: HELP,
  async run(args) {
    const { values, positionals } = parseFlags({
      args: [...args],
      allowPositionals: true,
      options: { crd: { type: "string", multiple: true }, check: { type: "boolean" } },
    });
    const { crd = [], check = false } = values;
    if (positionals.length === 0 || crd.length === 0) {
      throw new UsageError("name files or folders with objects, and their CRDs with --crd");
    }
    // Loaded on demand: other commands need not wait for it.
    const { runPrune } = await import("../prune/run-prune.ts");
    return runPrune({ paths: positionals, definitions: crd, isCheck: check });
  },
};
