import type { Command } from "../command.ts";
import { parseGenerateOptions } from "../generate/generate-options.ts";
import { parseFlags } from "../parse-flags.ts";

const HELP = `kiln generate: CRDs from Go or TypeScript types, and types from CRDs

  kiln generate ./api/... --output config/crd            Go packages; one CRD a kind, a version a package
  kiln generate src/oven.ts --output config/crd          TypeScript types
  kiln generate --types config/crd --output src          TypeScript types of CRDs
  kiln generate ./api/v1 --output config/crd --check     fail if the files are not up to date, for CI

Markers are comments: // +kubebuilder:validation:Minimum=1, // +immutable, // +union in Go, and the same as
@kubebuilder:validation:Minimum=1, @immutable, @union in TypeScript.

Flags:
  --output DIR   where to write (default: print)
  --types        read CRDs and write TypeScript types
  --group NAME   the API group of types without +groupName
  --check        write nothing; exit with 1 if a file is out of date
  --watch        keep running and write again whenever a source changes

Exit code: 0 written, or up to date with --check; 1 a source is invalid, no types found, or out of date with --check;
2 invalid arguments.
`;

export const generate: Command = {
  name: "generate",
  about: "make CRDs from Go or TypeScript types, and types from CRDs",
  help: HELP,
  async run(args) {
    const { values, positionals } = parseFlags({
      args: [...args],
      allowPositionals: true,
      options: {
        output: { type: "string" },
        group: { type: "string" },
        types: { type: "boolean" },
        check: { type: "boolean" },
        watch: { type: "boolean" },
      },
    });
    const options = parseGenerateOptions(values, positionals);
    // Loaded on demand: other commands need not wait for it.
    const { runGenerate } = await import("../generate/run-generate.ts");
    return runGenerate(options);
  },
};
