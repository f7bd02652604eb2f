import type { LintRule } from "../lint-rule.ts";
import { isAlwaysThere, type SchemaPlace } from "../lint-subject.ts";

export const resettableRule: LintRule = {
  id: "resettable-rule",
  severity: "warning",
  about: "a rule about the old value can be got around by unsetting the field first",
  find: ({ schemas }) =>
    schemas.flatMap((place) => {
      const open = findOpening(place);
      return open === undefined
        ? []
        : (place.schema.validations ?? []).flatMap(({ rule, optionalOldSelf }, index) =>
            /\boldSelf\b/.test(rule) && optionalOldSelf !== true
              ? [
                  {
                    path: [...place.path, "x-kubernetes-validations", index],
                    message: `this rule is not run when "${open.field}" is unset or set anew, so a client may unset it and then set anything: use x-kubernetes-mutability, or a rule of its parent`,
                  },
                ]
              : [],
          );
    }),
};

/** Nearest optional field on the path, which may be removed and added again; undefined if there is none. */
function findOpening(place: SchemaPlace): SchemaPlace | undefined {
  for (let at: SchemaPlace | undefined = place; at !== undefined; at = at.parent) {
    if (!isAlwaysThere(at) && !isGuarded(at)) {
      return at;
    }
  }
  return undefined;
}

/** Whether an immutability keyword or a rule of a parent keeps the value from being removed. */
function isGuarded({ schema, name, relation, parent }: SchemaPlace): boolean {
  const holds = schema.mutability === "Immutable" || schema.mutability === "AddOnly";
  const keys = parent?.schema.keyMutability;
  const keepsKeys = relation !== "property" && (keys === "Immutable" || keys === "AddOnly");
  const named = new RegExp(`has\\(oldSelf\\.${name.replace(/[^\w]/g, "\\$&")}\\)`);
  const hasRule = name !== "" && parent?.schema.validations?.some(({ rule }) => named.test(rule)) === true;
  return holds || keepsKeys || hasRule;
}
