import { asObjects, asText, deepCopy, type FieldError, isJsonObject, type JsonObject, rootPath } from "@kiln/api";
import { createRuleEngine, type JsonSchema, parseJsonSchema, type RuleEngine } from "@kiln/schema";
import { type CompiledPolicies, compileNormalization, type PolicyOptions } from "./compile-policies.ts";
import type { Definition, MarkedVersion } from "./definition.ts";
import { describeMark } from "./describe-mark.ts";
import { ruleValue } from "./expressions/cel-value.ts";
import type { Finding } from "./expressions/finding.ts";
import { markRules } from "./expressions/mark-rules.ts";
import { type PlacedRule, unionSchemaRules } from "./expressions/union-schema-rules.ts";
import { liftMarks, MARKS_ANNOTATION } from "./marks-annotation.ts";

/**
 * A CRD whose marks are rules in its schema, and policies for what rules cannot do at all: clear the other members of a
 * union. `object` is the CRD that `definition` was read from.
 */
export function compileRules(definition: Definition, object: JsonObject, options: PolicyOptions): CompiledPolicies {
  const crd = deepCopy(object);
  const findings: Finding[] = [];
  const engine = createRuleEngine();
  for (const version of asObjects(isJsonObject(crd.spec) ? crd.spec.versions : undefined)) {
    const marked = definition.versions.find(({ name }) => name === asText(version.name));
    if (marked !== undefined) {
      findings.push(...addRules(version, marked, engine));
    }
  }
  dropAnnotation(crd);
  const policies = compileNormalization(definition, options);
  return { objects: [crd, ...policies.objects], findings: [...findings, ...policies.findings] };
}

/** Changes the CRD: its marks are rules now. */
function dropAnnotation({ metadata }: JsonObject): void {
  if (isJsonObject(metadata) && isJsonObject(metadata.annotations)) {
    delete metadata.annotations[MARKS_ANNOTATION];
  }
}

/** Changes the version of the CRD. */
function addRules(version: JsonObject, { name, schema }: MarkedVersion, engine: RuleEngine): Finding[] {
  const holder = version.schema as JsonObject;
  const { bare } = liftMarks(holder.openAPIV3Schema as JsonObject);
  holder.openAPIV3Schema = bare;
  const { rules, findings } = markRules(schema, ruleValue("self"), ruleValue("oldSelf"));
  const unions = unionSchemaRules(schema);
  const placed: readonly PlacedRule[] = [
    ...rules.map((mark) => ({ anchor: mark.anchor, rule: { rule: mark.expression, message: describeMark(mark) } })),
    ...unions.rules,
  ];
  for (const { anchor, rule } of placed) {
    const node = anchor.reduce<JsonObject>((at, step) => at[step] as JsonObject, bare);
    node["x-kubernetes-validations"] = [...asObjects(node["x-kubernetes-validations"]), { ...rule }];
  }
  const all = [...findings, ...unions.findings, ...refusals(parseJsonSchema(bare).schema, engine)];
  return all.map((finding) => ({ ...finding, place: `${name}: ${finding.place}` }));
}

/** What the API server will not take, its estimate of costs included: then none of the CRD is taken. */
function refusals(schema: JsonSchema, engine: RuleEngine): Finding[] {
  const faults = engine.check(schema, {
    path: rootPath,
    faulty: new Set(),
    isUnchanged: false,
    oldSchemas: [],
  });
  return faults.map(({ field, detail }: FieldError) => ({
    kind: "lost",
    place: field,
    reason: `the API server will refuse the rule: ${(detail ?? "").split("\n")[0]}`,
  }));
}
