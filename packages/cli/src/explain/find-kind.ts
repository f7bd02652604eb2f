import { openLocalServer } from "../check/local-server.ts";
import { UsageError } from "../command.ts";
import { type CrdKind, readKinds } from "../definitions/read-kinds.ts";
import { didYouMean } from "../did-you-mean.ts";
import { listBuiltInKinds, readBuiltInKind } from "./built-in-kinds.ts";

interface Wanted {
  /** Name of the kind in lower case. */
  readonly word: string;
  /** Version of the kind; if absent, the newest or preferred one. */
  readonly version: string | undefined;
  /** Paths of CRDs. Their kinds take precedence over built-in ones of the same name. */
  readonly paths: readonly string[];
  /** Required depth of the schema of a built-in kind. */
  readonly depth: number;
}

/** Kind of a word such as `pods` or `po`. Throws a UsageError with suggestions, if nothing has that name. */
export async function findKind({ word, version, paths, depth }: Wanted): Promise<CrdKind> {
  const isMeant = (each: { readonly words: readonly string[]; readonly version: string }) =>
    each.words.includes(word) && (version === undefined || each.version === version);
  const custom = readKinds(paths);
  const found = custom.find(isMeant);
  if (found !== undefined) {
    return found;
  }
  const server = await openLocalServer("kep");
  try {
    const builtIn = await listBuiltInKinds(server);
    const served = builtIn.find(isMeant);
    if (served === undefined) {
      throw refuse({ word, version, paths }, [...custom, ...builtIn]);
    }
    return await readBuiltInKind(server, served, depth);
  } finally {
    await server.close();
  }
}

type Known = readonly { readonly words: readonly string[]; readonly version: string }[];

function refuse({ word, version, paths }: Omit<Wanted, "depth">, known: Known): UsageError {
  const versions = known.filter(({ words }) => words.includes(word)).map((each) => each.version);
  if (versions.length > 0) {
    return new UsageError(`"${word}" has no version ${version}, but ${[...new Set(versions)].join(", ")}`);
  }
  const near = didYouMean(word, [...new Set(known.flatMap(({ words }) => words))]);
  const place = paths.length === 0 ? "is built in; name its CRD with --crd" : "is built in or in the CRDs of --crd";
  return new UsageError(`no kind "${word}" ${place}${near}`);
}
