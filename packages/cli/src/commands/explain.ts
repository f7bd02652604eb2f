import { type Command, UsageError } from "../command.ts";
import { parseFlags } from "../parse-flags.ts";

const HELP = `kiln explain: describe a field of a custom resource or built-in kind, offline

  kiln explain oven --crd crds/                    the kind and its fields
  kiln explain ovens.spec.fuel --crd crds/         one field
  kiln explain oven.spec --crd crds/ --version v1  in another version than the newest
  kiln explain pod.spec.containers                 a field of a built-in kind

Like kubectl explain, with immutability, unions, defaults and limits of the field.

Flags:
  --crd PATH       files or folders with CRDs; may be given several times
  --version NAME   the version to explain (default: the newest)

Exit code: 0 explained, 2 unknown kind or field, invalid arguments or an unreadable file.
`;

export const explain: Command = {
  name: "explain",
  about: "describe a field of a custom resource or built-in kind, offline",
  help: HELP,
  async run(args) {
    const { values, positionals } = parseFlags({
      args: [...args],
      allowPositionals: true,
      options: { crd: { type: "string", multiple: true }, version: { type: "string" } },
    });
    const [place, ...rest] = positionals;
    if (place === undefined || rest.length > 0) {
      throw new UsageError("name one field, such as pod.spec.containers, or oven.spec.fuel with its CRD in --crd");
    }
    // Loaded on demand: other commands need not wait for it.
    const { findKind } = await import("../explain/find-kind.ts");
    const { explainField } = await import("../explain/explain-field.ts");
    const [word = "", ...fields] = place.split(".");
    const { crd: paths = [], version } = values;
    const kind = await findKind({ word: word.toLowerCase(), version, paths, depth: fields.length + 1 });
    process.stdout.write(explainField(kind, fields));
    return 0;
  },
};
