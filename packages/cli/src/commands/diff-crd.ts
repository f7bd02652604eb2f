import { type Command, UsageError } from "../command.ts";
import { oneOf } from "../one-of.ts";
import { parseFlags } from "../parse-flags.ts";

const HELP = `kiln diff-crd: would stored objects and clients survive the new CRD? No server needed

  kiln diff-crd old.yaml new.yaml              one CRD
  kiln diff-crd released/ config/crd           all CRDs of two folders, paired by name; one on each side is a pair

Each change that breaks something comes with an object to show it: taken and stored by a server with the old CRD, and
refused, changed or out of its clients' reach with the new. Changes for which no such object was found are called
unclear.

Flags:
  --output text|json   one line of JSON a change (default text)

Exit code: 0 nothing breaks, 1 something does, 2 the words or a file were wrong, or a server refuses a CRD.
`;

export const diffCrd: Command = {
  name: "diff-crd",
  about: "say what a new CRD breaks, with examples",
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
    const format = oneOf("--output", values.output ?? "text", ["text", "json"] as const);
    // Loaded on demand: other commands need not wait for it.
    const { runDiffCrd } = await import("../diff-crd/run-diff-crd.ts");
    return runDiffCrd({ old, next, format });
  },
};
