import { authorizerLibrary, authorizerSelectorsLibrary } from "./authorizer.ts";
import { cidrLibrary } from "./cidr.ts";
import { ipLibrary } from "./ip.ts";
import { kubernetesEqualityLibrary } from "./kubernetes-equality.ts";
import { kubernetesListsLibrary } from "./kubernetes-lists.ts";
import type { Library } from "./library.ts";
import { listsLibrary } from "./lists.ts";
import { formatLibrary } from "./named-format.ts";
import { optionalLibrary } from "./optional.ts";
import { quantityLibrary } from "./quantity.ts";
import { regexLibrary } from "./regex.ts";
import { semverLibrary } from "./semver.ts";
import { setsLibrary } from "./sets.ts";
import { standardLibrary } from "./standard.ts";
import { firstStringsLibrary, stringsLibrary } from "./strings.ts";
import { twoVariableLibrary } from "./two-variable.ts";
import { urlLibrary } from "./url.ts";

/** The libraries of Kubernetes' environment, in the order of their introduction. */
export const kubernetesLibraries: readonly Library[] = [
  standardLibrary,
  urlLibrary,
  regexLibrary,
  kubernetesListsLibrary,
  kubernetesEqualityLibrary,
  authorizerLibrary,
  optionalLibrary,
  quantityLibrary,
  firstStringsLibrary,
  stringsLibrary,
  setsLibrary,
  ipLibrary,
  cidrLibrary,
  formatLibrary,
  authorizerSelectorsLibrary,
  twoVariableLibrary,
  semverLibrary,
  listsLibrary,
];
