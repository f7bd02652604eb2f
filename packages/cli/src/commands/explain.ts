import { type Command, UsageError } from "../command.ts";
import { didYouMean } from "../did-you-mean.ts";
import { parseFlags } from "../parse-flags.ts";

const HELP = `kiln explain: describe a field of a custom resource with its marks, offline

  kiln explain oven --crd crds/                    the kind and its fields
  kiln explain ovens.spec.fuel --crd crds/         one field
  kiln explain oven.spec --crd crds/ --version v1  in another version than the newest

Flags:
  --crd PATH       files or folders with CRDs; may be given several times
  --version NAME   the version to explain (default: the newest)

Exit code: 0 explained, 2 unknown kind or field, invalid arguments or an unreadable file.
`;

export const explain: Command = {
  name: "explain",
  about: "describe a field of a custom resource with its marks",
  help: HELP,
  async run(args) {
    const { values, positionals } = parseFlags({
      args: [...args],
      allowPositionals: true,
      options: { crd: { type: "string", multiple: true }, version: { type: "string" } },
    });
    const [place, ...rest] = positionals;
    const { crd: paths = [], version } = values;
    if (place === undefined || rest.length > 0 || paths.length === 0) {
      throw new UsageError("name one field, such as oven.spec.fuel, and its CRD with --crd");
    }
    // Loaded on demand: other commands need not wait for it.
    const { readKinds } = await import("../definitions/read-kinds.ts");
    const { explainField } = await import("../explain/explain-field.ts");
    const [word = "", ...fields] = place.split(".");
    const all = readKinds(paths);
    const kinds = all.filter(({ words }) => words.includes(word.toLowerCase()));
    const kind = version === undefined ? kinds[0] : kinds.find((each) => each.version === version);
    if (kind === undefined) {
      const near = kinds.length > 0 ? "" : didYouMean(word, [...new Set(all.flatMap(({ words }) => words))]);
      const what = `${version === undefined ? "" : `version ${version} of `}a kind "${word}"`;
      throw new UsageError(`no CRD there has ${what}${near}`);
    }
    process.stdout.write(explainField(kind, fields));
    return 0;
  },
};
