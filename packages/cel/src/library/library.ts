import type { FunctionDeclaration, VariableDeclaration } from "../check/declaration.ts";
import type { Macro } from "../parse/macro.ts";

/** Functions, macros and types for one purpose. A library is data: all properties of a function are in one place. */
export interface Library {
  readonly name: string;
  /** First Kubernetes version that has the library, as `1.29`. */
  readonly introduced: string;
  /** First Kubernetes version without the library. */
  readonly removed?: string;
  readonly functions: readonly FunctionDeclaration[];
  readonly macros?: readonly Macro[];
  /** Variables of the library: the names of its types. */
  readonly variables?: readonly VariableDeclaration[];
  /** Whether the library enables `.?field`, `[?index]` and optional elements. */
  readonly hasOptionalSyntax?: boolean;
}

/** Whether a Kubernetes version has the library. */
export function isAvailable(library: Library, version: string): boolean {
  const isOldEnough = compareVersions(library.introduced, version) <= 0;
  return isOldEnough && (library.removed === undefined || compareVersions(library.removed, version) > 0);
}

function compareVersions(left: string, right: string): number {
  const [leftMajor = 0, leftMinor = 0] = left.split(".").map(Number);
  const [rightMajor = 0, rightMinor = 0] = right.split(".").map(Number);
  return leftMajor - rightMajor || leftMinor - rightMinor;
}
