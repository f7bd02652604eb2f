import { parseCheckOptions } from "../check/check-options.ts";
import type { Command } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";

const HELP = `kiln check: would the server take this, and what would it store? No server needed

  kiln check new.yaml --crd crds/               would these objects be created?
  kiln check new.yaml --crd crds/ --strict      would kubectl create or apply them? For CI
  kiln check old.yaml new.yaml --crd crds/      would this update be accepted?
  kiln check manifests/ --base main             would what changed since a git revision be accepted?
  kustomize build . | kiln check - --crd crds/

Objects are paired by kind, namespace and name. Each is pruned, defaulted, normalised and judged by its CRD or, for
built-in kinds, by the rules of the server, just as a running Kiln would. What it would change is shown as a diff.
CRDs may also lie among the objects. What is accepted is there for the objects that follow.

Flags:
  --crd PATH            files or folders with CRDs; may be given several times
  --base REVISION       take the old state from git
  --output text|json    one line of JSON an object (default text)
  --semantics kep|upstream
                        kep: marks and unions act as docs/immutable-fields.md and docs/unions.md say, in built-in
                        kinds as well; upstream: where kube-apiserver differs, judge as it does. Marks and unions of
                        CRDs act either way; docs/compatibility.md has the differences (default kep)
  --namespace NAME      of objects that name none (default: default)
  --strict              refuse unknown and repeated fields, as a server does that kubectl asks; without it they are
                        warned of, and dropped
  --quiet               show only what would be refused

Exit code: 0 all would be accepted, 1 some would not, 2 the words were wrong, or a file was.
`;

export const check: Command = {
  name: "check",
  about: "say what the server would do with objects, without a server",
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
