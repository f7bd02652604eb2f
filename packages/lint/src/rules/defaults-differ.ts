import { deepEqual } from "@kiln/api";
import type { LintRule } from "../lint-rule.ts";
import { pairVersions } from "../pair-versions.ts";

export const defaultsDiffer: LintRule = {
  id: "defaults-differ",
  severity: "warning",
  about: "a field has another default in another version",
  find: (subject) =>
    pairVersions(subject)
      .filter(([first, other]) => first.schema.default !== undefined && other.schema.default !== undefined)
      .filter(([first, other]) => !deepEqual(first.schema.default ?? null, other.schema.default ?? null))
      .map(([first, other]) => ({
        path: [...other.path, "default"],
        message: `the default of "${other.field}" in ${other.version} is not that in ${first.version}: what an object says depends on the version it was written in`,
      })),
};
