import type { Library } from "./library.ts";
import { optionalLibrary } from "./optional.ts";
import { standardLibrary } from "./standard.ts";
import { twoVariableLibrary } from "./two-variable.ts";

/** What Kubernetes' environment has, in the order it came. */
export const kubernetesLibraries: readonly Library[] = [standardLibrary, optionalLibrary, twoVariableLibrary];
