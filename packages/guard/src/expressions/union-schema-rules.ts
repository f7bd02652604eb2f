import { itemsOf, type JsonSchema, parseUnions, type Union, type ValidationRule } from "@kiln/schema";
import { ruleValue } from "./cel-value.ts";
import { describeUnion } from "./describe-mark.ts";
import type { Finding } from "./finding.ts";
import { placeBelow } from "./mark-rules.ts";
import { listKeys } from "./pair-elements.ts";
import { hiddenField, hiddenValue } from "./typed-gap.ts";
import { setMembers } from "./union-rules.ts";

/** A rule and the path, in keywords and names, of the subschema it belongs to. */
export interface PlacedRule {
  readonly anchor: readonly string[];
  readonly rule: ValidationRule;
}

export interface UnionSchemaRules {
  readonly rules: readonly PlacedRule[];
  readonly findings: readonly Finding[];
}

/** Compiles the unions of a schema to rules in it: at most one member is set, or exactly those that were set before. */
export function unionSchemaRules(schema: JsonSchema): UnionSchemaRules {
  const rules: PlacedRule[] = [];
  const findings: Finding[] = [];
  visit({ schema, place: "", path: [], hidden: undefined, isPaired: true, rules, findings });
  return { rules, findings };
}

interface Visit {
  readonly schema: JsonSchema;
  readonly place: string;
  readonly path: readonly string[];
  /** Reason why rules cannot be placed at this path; undefined if they can. */
  readonly hidden: string | undefined;
  readonly isPaired: boolean;
  /** Results: both lists are appended to. */
  readonly rules: PlacedRule[];
  readonly findings: Finding[];
}

function visit(at: Visit): void {
  const { schema, path } = at;
  for (const union of schema.unions === undefined ? [] : parseUnions(schema.unions)) {
    addRule(at, union);
  }
  const isGranular = schema.mapType !== "atomic";
  for (const [name, property] of schema.properties ?? []) {
    visit({
      ...at,
      schema: property,
      place: placeBelow(at.place, name),
      path: [...path, "properties", name],
      hidden: at.hidden ?? hiddenField(name) ?? hiddenValue(property),
      isPaired: at.isPaired && isGranular,
    });
  }
  const place = `${at.place}[*]`;
  if (typeof schema.additionalProperties === "object") {
    const isPaired = at.isPaired && isGranular;
    visit({ ...at, schema: schema.additionalProperties, place, path: [...path, "additionalProperties"], isPaired });
  }
  const items = itemsOf(schema);
  if (items !== undefined) {
    const isPaired = at.isPaired && listKeys(schema) !== undefined;
    visit({ ...at, schema: items, place, path: [...path, "items"], isPaired });
  }
}

const NOT_RATCHETED =
  "an object that has had several members since before the union was declared is refused when it changes, as rules " +
  "see no old items of a list without keys";

/** Adds a rule for the union, or a finding. */
function addRule(at: Visit, union: Union): void {
  const { schema, place, hidden, isPaired, rules, findings } = at;
  const members = [...union.members.keys()];
  if (members.length < 2) {
    return;
  }
  const reason =
    hidden ??
    members
      .map((member) => hiddenField(member) ?? hiddenValue(schema.properties?.get(member) ?? {}))
      .find((found) => found !== undefined);
  if (reason !== undefined) {
    findings.push({ kind: "lost", place, reason });
    return;
  }
  const now = setMembers({ schema, union }, ruleValue("self"));
  const isFew = `${now}.filter(s, s).size() <= 1`;
  const message = describeUnion({ place, union });
  if (!isPaired) {
    findings.push({ kind: "stricter", place, reason: NOT_RATCHETED });
    rules.push({ anchor: at.path, rule: { rule: isFew, message } });
    return;
  }
  const old = setMembers({ schema, union }, ruleValue("oldSelf", { isOptional: true }));
  rules.push({ anchor: at.path, rule: { rule: `${isFew} || ${now} == ${old}`, message, optionalOldSelf: true } });
}
