import { kubernetesListsLibrary } from "./kubernetes-lists.ts";
import type { Library } from "./library.ts";
import { listsLibrary } from "./lists.ts";
import { optionalLibrary } from "./optional.ts";
import { regexLibrary } from "./regex.ts";
import { setsLibrary } from "./sets.ts";
import { standardLibrary } from "./standard.ts";
import { firstStringsLibrary, stringsLibrary } from "./strings.ts";
import { twoVariableLibrary } from "./two-variable.ts";

/** What Kubernetes' environment has, in the order it came. */
export const kubernetesLibraries: readonly Library[] = [
  standardLibrary,
  regexLibrary,
  kubernetesListsLibrary,
  optionalLibrary,
  firstStringsLibrary,
  stringsLibrary,
  setsLibrary,
  twoVariableLibrary,
  listsLibrary,
];
