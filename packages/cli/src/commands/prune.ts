import { type Command, UsageError } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";

const HELP = `kiln prune: objects without the fields that their CRD does not know. No server needed

  kiln prune oven.yaml --crd crds/ > clean.yaml    say what goes, print what stays
  kiln prune manifests/ --crd crds/ --check        print nothing; fail if anything would go, for CI

Each field that goes is reported with its file, line and column. Objects of other kinds stay as they are.

Flags:
  --crd PATH   files or folders with CRDs; may be given several times
  --check      only report; exit with 1 if there is anything to prune

Exit code: 0 it was pruned, or with --check there is nothing to prune, 1 with --check there is, 2 the words were wrong,
or a file was.
`;

export const prune: Command = {
  name: "prune",
  about: "drop the fields of objects that their CRD does not know",
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
