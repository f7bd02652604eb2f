import type { LintRule } from "../lint-rule.ts";
import { toYamlPath } from "../to-yaml-path.ts";

/** What another rule says, with the place. */
const SAID_ELSEWHERE = / differs between .*: a client may use the weaker one$/;

export const serverWarning: LintRule = {
  id: "server-warning",
  severity: "warning",
  about: "the server would take this CRD, and warn",
  async find({ object }, server) {
    const { warnings } = await server.judge(object);
    return warnings
      .filter((warning) => !SAID_ELSEWHERE.test(warning))
      .map((warning) => ({ path: placeOf(warning, object), message: warning }));
  },
};

/** Warnings name the field in their text, if at all: `unknown field "spec.x"`, `spec.versions[0].x: …`. */
function placeOf(warning: string, object: Parameters<typeof toYamlPath>[1]) {
  const named = /"(spec\.[^"]+)"|^(spec\.\S+?):/.exec(warning);
  return named === null ? [] : toYamlPath(String(named[1] ?? named[2]), object);
}
