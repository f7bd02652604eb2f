import { parseCheckOptions } from "../check/check-options.ts";
import type { Command } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";

const HELP = `kiln check: validate objects and updates as the server would, offline

  kiln check new.yaml --crd crds/               validate creates
  kiln check new.yaml --crd crds/ --strict      also reject unknown fields, as kubectl does; for CI
  kiln check old.yaml new.yaml --crd crds/      validate an update
  kiln check manifests/ --base main             validate what changed since a git revision
  kustomize build . | kiln check - --crd crds/

Objects are paired by kind, namespace and name. Each is pruned, defaulted, normalized and validated by its CRD or, for
built-in kinds, by the server's own rules, as a running Kiln does. Changes the server would make are shown as a diff.
CRDs may be among the objects. Accepted objects exist for the objects after them.

Flags:
  --crd PATH            files or folders with CRDs; may be given several times
  --base REVISION       take the old state from git
  --output text|json    one line of JSON an object (default text)
  --semantics kep|upstream
                        kep: built-in kinds have immutable fields and unions as the KEPs describe them; upstream: as
                        kube-apiserver. Those of CRDs work either way; docs/compatibility.md lists all differences
                        (default kep)
  --namespace NAME      of objects that name none (default: default)
  --strict              refuse unknown and repeated fields, as kubectl requests it; otherwise they are dropped with
                        a warning
  --quiet               show only rejected objects

Exit code: 0 all objects accepted, 1 some rejected, 2 invalid arguments or an unreadable file.
`;

export const check: Command = {
  name: "check",
  about: "validate objects and updates as the server would, offline",
  help: HELP,
  async run(args) {
    const { values, positionals } = parseFlags({
      args: [...args],
      allowPositionals: true,
      options: {
        crd: { type: "string", multiple: true },
        base: { type: "string" },
        output: { type: "string" },
        semantics: { type: "string" },
        namespace: { type: "string", short: "n" },
        quiet: { type: "boolean" },
        strict: { type: "boolean" },
      },
    });
    const options = parseCheckOptions(values, positionals);
    // Loaded on demand: other commands need not wait for it.
    const { runCheck } = await import("../check/run-check.ts");
    return runCheck(options);
  },
};
