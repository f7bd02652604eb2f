import {
  appendAll,
  asObjects,
  asText,
  deepCopy,
  type FieldError,
  isJsonObject,
  type JsonObject,
  rootPath,
} from "@kiln/api";
import {
  createRuleEngine,
  type JsonSchema,
  liftMarks,
  MARKS_ANNOTATION,
  parseJsonSchema,
  type RuleEngine,
  type ValidationRule,
} from "@kiln/schema";
import { type CompiledPolicies, compileNormalization, type PolicyOptions } from "./compile-policies.ts";
import type { Definition, MarkedVersion } from "./definition.ts";
import { ruleValue } from "./expressions/cel-value.ts";
import { describeMark } from "./expressions/describe-mark.ts";
import type { Finding } from "./expressions/finding.ts";
import { markRules } from "./expressions/mark-rules.ts";
import { type PlacedRule, unionSchemaRules } from "./expressions/union-schema-rules.ts";
import { type KubernetesVersion, olderThan } from "./kubernetes-version.ts";

/**
 * Compiles immutability marks and unions to CEL rules in the CRD's schemas, and to policies for clearing the other
 * members of a union, which rules cannot do. `object` is the CRD that `definition` was decoded from.
 */
export function compileRules(definition: Definition, object: JsonObject, options: PolicyOptions): CompiledPolicies {
  const crd = deepCopy(object);
  const findings: Finding[] = [];
  const engine = createRuleEngine();
  for (const version of asObjects(isJsonObject(crd.spec) ? crd.spec.versions : undefined)) {
    const marked = definition.versions.find(({ name }) => name === asText(version.name));
    if (marked !== undefined) {
      appendAll(findings, addRules(version, marked, { engine, kubernetes: options.kubernetes }));
    }
  }
  dropAnnotation(crd);
  const policies = compileNormalization(definition, options);
  return { objects: [crd, ...policies.objects], findings: [...findings, ...policies.findings] };
}

/** Removes the annotation with the marks from the CRD, which has them as rules now. */
function dropAnnotation({ metadata }: JsonObject): void {
  if (isJsonObject(metadata) && isJsonObject(metadata.annotations)) {
    delete metadata.annotations[MARKS_ANNOTATION];
  }
}

/** Adds the rules to a version of the CRD. */
function addRules(
  version: JsonObject,
  { name, schema }: MarkedVersion,
  { engine, kubernetes }: PolicyOptions & { readonly engine: RuleEngine },
): Finding[] {
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
  const tooNew = placed.flatMap((each) => tooNewFor(kubernetes, each));
  const all = [...findings, ...unions.findings, ...tooNew, ...refusals(parseJsonSchema(bare).schema, engine)];
  return all.map((finding) => ({ ...finding, place: `${name}: ${finding.place}` }));
}

/** CEL features of newer API servers, with the first version that allows them in new rules. */
const NEWS: readonly (readonly [KubernetesVersion, (rule: ValidationRule) => boolean])[] = [
  // Kubernetes: comprehensions with two variables exist since 1.32, and new expressions may use them one version later
  // (cel/environment/base.go baseOpts, v1.36).
  ["1.33", ({ rule }) => /\.all\(\w+, \w+, /.test(rule)],
  ["1.29", ({ optionalOldSelf }) => optionalOldSelf === true],
  ["1.25", () => true],
];

function tooNewFor(kubernetes: KubernetesVersion, { anchor, rule }: PlacedRule): Finding[] {
  const needed = NEWS.find(([version, isUsed]) => olderThan(kubernetes, version) && isUsed(rule));
  return needed === undefined
    ? []
    : [{ kind: "lost", place: anchor.join("."), reason: `the rule needs Kubernetes ${needed[0]}: ${rule.rule}` }];
}

/** Errors with which the API server would reject the CRD, estimated cost included. */
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
