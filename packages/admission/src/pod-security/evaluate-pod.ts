import { baselineChecks } from "./baseline-checks.ts";
import { restrictedChecks } from "./restricted-checks.ts";
import type { PodLike, SecurityCheck, Violation } from "./security-check.ts";
import type { LevelVersion } from "./security-policy.ts";

/** Violations of a Pod security level by a Pod. */
export function evaluatePod({ level, minor }: LevelVersion, pod: PodLike): Violation[] {
  if (level === "privileged") {
    return [];
  }
  const strict = level === "restricted" ? restrictedChecks.flatMap((check) => versionOf(check, minor)) : [];
  const overridden = new Set(strict.flatMap(({ overrides = [] }) => overrides));
  const basic = baselineChecks.filter(({ id }) => !overridden.has(id)).flatMap((check) => versionOf(check, minor));
  return [...basic, ...strict].flatMap(({ check }) => check(pod) ?? []);
}

/** Form of the check at a minor version; undefined before its first. */
function versionOf({ versions }: SecurityCheck, minor: number): SecurityCheck["versions"] {
  return versions.filter(({ since }) => since <= minor).slice(-1);
}

/** Prints violations: `privileged (container "a" must not …), host namespaces (…)`. */
export function printViolations(violations: readonly Violation[]): string {
  return violations.map(({ reason, detail }) => (detail === "" ? reason : `${reason} (${detail})`)).join(", ");
}

export function printReasons(violations: readonly Violation[]): string {
  return violations.map(({ reason }) => reason).join(", ");
}
