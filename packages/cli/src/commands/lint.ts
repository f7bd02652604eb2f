import type { Command } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";

const HELP = `kiln lint: find errors and risky choices in CRDs, offline

  kiln lint config/crd                          every CRD below a folder
  kiln lint crd.yaml --watch                    again whenever it changes
  kiln lint config/crd --output sarif > lint.sarif
  kustomize build config/crd | kiln lint -

A comment silences a rule for the key below it and everything in it, or for the whole file:

  # kiln-lint-ignore missing-list-type -- replaced as a whole on purpose
  # kiln-lint-ignore-file preserved-unknown-fields

Flags:
  --output text|json|sarif|github
                        one line of JSON a finding, a SARIF log, or annotations of GitHub's runners (default text)
  --severity LEVEL      lowest severity to report: error, warning or info (default info)
  --fail-on LEVEL       lowest severity that makes the exit code 1 (default error)
  --disable RULE        leave a rule out; may be given several times
  --rules               list the rules; each has a page in docs/lint
  --semantics kep|upstream
                        kep: built-in kinds have immutable fields and unions as the KEPs describe them; upstream: as
                        kube-apiserver. Those of CRDs work either way; docs/compatibility.md lists all differences
                        (default kep)
  --watch               keep running, and lint again whenever a file changes

Exit code: 0 no finding at or above --fail-on, 1 at least one (a file that is not YAML is an
error), 2 invalid arguments, or no CRD in the files.
`;

export const lint: Command = {
  name: "lint",
  about: "find errors and risky choices in CRDs",
  help: HELP,
  async run(args) {
    const { values, positionals } = parseFlags({
      args: [...args],
      allowPositionals: true,
      options: {
        output: { type: "string" },
        severity: { type: "string" },
        "fail-on": { type: "string" },
        disable: { type: "string", multiple: true },
        rules: { type: "boolean" },
        semantics: { type: "string" },
        watch: { type: "boolean" },
      },
    });
    // Loaded on demand: other commands need not wait for it.
    if (values.rules === true) {
      const { lintRules } = await import("@kiln/lint");
      const lines = lintRules.map(({ id, severity, about }) => `${id.padEnd(28)} ${severity.padEnd(8)} ${about}\n`);
      process.stdout.write(lines.join(""));
      return 0;
    }
    const { parseLintOptions } = await import("../lint/lint-options.ts");
    const options = parseLintOptions(values, positionals);
    const { runLint } = await import("../lint/run-lint.ts");
    return runLint(options);
  },
};
