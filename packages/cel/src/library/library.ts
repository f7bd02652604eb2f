import type { FunctionDeclaration, VariableDeclaration } from "../check/declaration.ts";
import type { Macro } from "../parse/macro.ts";

/** Functions, macros and types of one purpose. A library is data: all properties of a function are in one place. */
export interface Library {
  readonly name: string;
  /** The first Kubernetes version that has it, as `1.29`. */
  readonly introduced: string;
  /** First version without it. */
  readonly removed?: string;
  readonly functions: readonly FunctionDeclaration[];
  readonly macros?: readonly Macro[];
  /** Names of its types. */
  readonly variables?: readonly VariableDeclaration[];
  /** It brings `.?field`, `[?index]` and optional elements. */
  readonly hasOptionalSyntax?: boolean;
}

/** Whether a version has a library. */
export function isAvailable(library: Library, version: string): boolean {
  const isOldEnough = compareVersions(library.introduced, version) <= 0;
  return isOldEnough && (library.removed === undefined || compareVersions(library.removed, version) > 0);
}

function compareVersions(left: string, right: string): number {
  const [leftMajor = 0, leftMinor = 0] = left.split(".").map(Number);
  const [rightMajor = 0, rightMinor = 0] = right.split(".").map(Number);
  return leftMajor - rightMajor || leftMinor - rightMinor;
}
