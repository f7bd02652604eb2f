import { isKubernetesVersion, type KubernetesVersion, newestKubernetes } from "@kiln/guard";
import { UsageError } from "../command.ts";
import { oneOf } from "../one-of.ts";

export interface CompileOptions {
  readonly inputs: readonly string[];
  readonly target: CompileTarget;
  /** Version of the oldest cluster that the output must work on. */
  readonly kubernetes: KubernetesVersion;
  /** Whether to print the supported part of the output even if other parts cannot be enforced. */
  readonly isPartial: boolean;
}

export type CompileTarget = "policies" | "rules" | "annotation";

export interface CompileFlags {
  readonly to?: string | undefined;
  readonly kubernetes?: string | undefined;
  readonly partial?: boolean | undefined;
}

export function parseCompileOptions(flags: CompileFlags, inputs: readonly string[]): CompileOptions {
  const { to = "policies", kubernetes = newestKubernetes, partial: isPartial = false } = flags;
  const target = oneOf<CompileTarget>("--to", to, ["policies", "rules", "annotation"]);
  if (!isKubernetesVersion(kubernetes)) {
    throw new UsageError(`--kubernetes takes a version such as ${newestKubernetes}, not "${kubernetes}"`);
  }
  if (inputs.length === 0) {
    throw new UsageError("name files or folders with CRDs, or - for standard input");
  }
  return { inputs, target, kubernetes, isPartial };
}
