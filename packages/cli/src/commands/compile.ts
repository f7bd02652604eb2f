import type { Command } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";

const HELP = `kiln compile: enforce immutable fields and unions of CRDs on any cluster

  kiln compile crds/ | kubectl apply -f -                  admission policies that enforce the marks
  kiln compile crds/ --to rules | kubectl apply -f -       the CRDs, with rules in their schemas in place of marks
  kiln compile crds/ --to annotation | kubectl apply -f -  the CRDs, their marks in an annotation for kiln webhook

Marks are the keywords x-kubernetes-mutability and x-kubernetes-key-mutability of a schema; x-kubernetes-unions declares
unions. A cluster without Kiln drops them, so they are compiled to objects that it enforces.

Policies enforce every mark. Rules need no policy for marks but cannot enforce all of them: those are reported and
nothing is compiled, unless --partial is given. Unions are normalized by a MutatingAdmissionPolicy either way.

Flags:
  --to policies|rules|annotation
                       (default policies)
  --kubernetes 1.N     the oldest version that the result must work with (default 1.36)
  --partial            compile what can be enforced and leave out the rest

Differences from Kiln are reported on standard error: "not enforced", "stricter than the mark", "another outcome" and
"no warning".

Exit code: 0 compiled (with --partial also if a mark is not enforced), 1 nothing compiled because a mark cannot be
enforced or a CRD is invalid, 2 invalid arguments or an unreadable file.
`;

export const compile: Command = {
  name: "compile",
  about: "compile immutable fields and unions of CRDs to policies for any cluster",
  help: HELP,
  async run(args) {
    const { values, positionals } = parseFlags({
      args: [...args],
      allowPositionals: true,
      options: { to: { type: "string" }, kubernetes: { type: "string" }, partial: { type: "boolean" } },
    });
    // Loaded on demand: other commands need not wait for it.
    const { parseCompileOptions } = await import("../compile/compile-options.ts");
    const { runCompile } = await import("../compile/run-compile.ts");
    return runCompile(parseCompileOptions(values, positionals));
  },
};
