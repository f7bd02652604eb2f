import { type Command, UsageError } from "../command.ts";
import { oneOf } from "../one-of.ts";
import { parseFlags } from "../parse-flags.ts";

const HELP = `kiln diff-crd: find changes of a CRD that break stored objects or clients, offline

  kiln diff-crd old.yaml new.yaml              one CRD
  kiln diff-crd released/ config/crd           all CRDs of two folders, paired by name; one on each side is a pair

Each breaking change comes with an example object: accepted and stored under the old CRD, and rejected, changed or no
longer served under the new one. Changes for which no example was found are reported as unclear.

Flags:
  --output text|json|github
                       one line of JSON a change; annotations of GitHub Actions (default text)

Exit code: 0 no breaking change, 1 at least one, 2 invalid arguments, an unreadable file or an invalid CRD.
`;

export const diffCrd: Command = {
  name: "diff-crd",
  about: "find breaking changes of a CRD, with examples",
  help: HELP,
  async run(args) {
    const { values, positionals } = parseFlags({
      args: [...args],
      allowPositionals: true,
      options: { output: { type: "string" } },
    });
    const [old, next, ...rest] = positionals;
    if (old === undefined || next === undefined || rest.length > 0) {
      throw new UsageError("name the old CRD and the new one");
    }
    const format = oneOf("--output", values.output ?? "text", ["text", "json", "github"] as const);
    // Loaded on demand: other commands need not wait for it.
    const { runDiffCrd } = await import("../diff-crd/run-diff-crd.ts");
    return runDiffCrd({ old, next, format });
  },
};
