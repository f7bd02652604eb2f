import { type Command, UsageError } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";

const HELP = `kiln schema: write JSON Schemas of CRDs for editors, with marks in the hover texts

  kiln schema crds/ --output .schemas           a file a version, such as oven.example.org_v1.json
  kiln schema crd.yaml                          print them

A manifest names its schema in its first line, for every editor that has the YAML language server:

  # yaml-language-server: $schema=.schemas/oven.example.org_v1.json

Flags:
  --output DIR   where to write (default: print)

Exit code: 0 written, 1 a CRD is invalid or a file not writable, 2 no CRD found, invalid arguments or an unreadable
file.
`;

export const schema: Command = {
  name: "schema",
  about: "make JSON Schemas for editors from CRDs",
  help: HELP,
  async run(args) {
    const { values, positionals } = parseFlags({
      args: [...args],
      allowPositionals: true,
      options: { output: { type: "string" } },
    });
    if (positionals.length === 0) {
      throw new UsageError("name files or folders with CRDs");
    }
    // Loaded on demand: other commands need not wait for it.
    const { runSchema } = await import("../schema/run-schema.ts");
    return runSchema({ paths: positionals, output: values.output });
  },
};
