import { appendAll, type JsonObject } from "@kiln/api";
import type { Environment } from "@kiln/cel";
import type { Definition, MarkedVersion } from "./definition.ts";
import { policyValue } from "./expressions/cel-value.ts";
import { describeMark, describeUnion } from "./expressions/describe-mark.ts";
import type { Finding } from "./expressions/finding.ts";
import { markRules } from "./expressions/mark-rules.ts";
import { createPolicyEnvironment } from "./expressions/policy-environment.ts";
import { unionPatches } from "./expressions/union-patches.ts";
import { atMostOneMember, findUnionSites, unionFindings } from "./expressions/union-rules.ts";
import { type KubernetesVersion, olderThan, previousVersion } from "./kubernetes-version.ts";
import { markAt } from "./scale.ts";

export interface CompiledPolicies {
  /** Policies, each followed by its binding. */
  readonly objects: readonly JsonObject[];
  readonly findings: readonly Finding[];
}

export interface PolicyOptions {
  /** Version of the oldest cluster that the policies must work on. */
  readonly kubernetes: KubernetesVersion;
}

const now = policyValue("object");
const old = policyValue("oldObject");
const oldIfAny = policyValue("(oldObject == null ? {} : oldObject)");

/** Immutability marks and unions as admission policies, which need nothing but the API server. */
export function compilePolicies(definition: Definition, options: PolicyOptions): CompiledPolicies {
  return compileVersions(definition, options, [compileMarks, compileScale, compileUnions, compileNormalizing]);
}

/**
 * Only the mutating policies, which clear the other members of unions; without a webhook nothing else can clear them.
 */
export function compileNormalization(definition: Definition, options: PolicyOptions): CompiledPolicies {
  return compileVersions(definition, options, [compileNormalizing]);
}

function compileVersions(
  definition: Definition,
  { kubernetes }: PolicyOptions,
  parts: readonly ((target: Target) => void)[],
): CompiledPolicies {
  const objects: JsonObject[] = [];
  const findings: Finding[] = [];
  for (const version of definition.versions) {
    const target: Target = {
      definition,
      version,
      kubernetes,
      // Kubernetes: new expressions may use only features of the previous version (cel/environment/base.go
      // DefaultCompatibilityVersion, v1.36).
      environment: createPolicyEnvironment(previousVersion(kubernetes)),
      objects,
      findings,
    };
    for (const compile of parts) {
      compile(target);
    }
  }
  return { objects, findings };
}

interface Target {
  readonly definition: Definition;
  readonly version: MarkedVersion;
  readonly kubernetes: KubernetesVersion;
  readonly environment: Environment;
  /** Results: both lists are appended to. */
  readonly objects: JsonObject[];
  readonly findings: Finding[];
}

function compileMarks(target: Target): void {
  const { version, findings } = target;
  const { rules, findings: found } = markRules(version.schema, now, old);
  const validations = rules
    .filter((rule) => canRun(target, rule.place, rule.expression))
    .map((rule) => ({ expression: rule.expression, message: describeMark(rule), reason: "Invalid" }));
  appendAll(
    findings,
    found.map((finding) => placed(version, finding)),
  );
  addValidation(target, { name: "marks", operations: ["UPDATE"], resources: resourcesOf(target), validations });
}

function placed({ name }: MarkedVersion, finding: Finding): Finding {
  return { ...finding, place: `${name}: ${finding.place}` };
}

/** Whether the cluster's version has everything that an expression uses; if not, adds a finding. */
function canRun({ environment, version, kubernetes, findings }: Target, place: string, expression: string): boolean {
  const { fault } = environment.compile(expression);
  const reason = olderThan(kubernetes, "1.30")
    ? `Kubernetes ${kubernetes} has no ValidatingAdmissionPolicy`
    : fault && `Kubernetes ${kubernetes} cannot say it: ${fault.issues[0]?.message ?? fault.text}`;
  if (reason !== undefined) {
    findings.push(placed(version, { kind: "lost", place, reason }));
  }
  return reason === undefined;
}

function resourcesOf({ definition: { plural }, version }: Target): string[] {
  return version.hasStatus ? [plural, `${plural}/status`] : [plural];
}

/** A write through the scale subresource carries a Scale: a policy for the kind does not match it. */
function compileScale(target: Target): void {
  const { definition, version, findings } = target;
  const path = version.replicasPath;
  const mark = path === undefined ? undefined : markAt(version.schema, path);
  if (path === undefined || mark === undefined) {
    return;
  }
  const place = path.join(".");
  const expression = "object.?spec.?replicas.orValue(0) == oldObject.?spec.?replicas.orValue(0)";
  const message = `${place} is marked x-kubernetes-mutability: ${mark}`;
  addValidation(target, {
    name: "scale",
    operations: ["UPDATE"],
    resources: [`${definition.plural}/scale`],
    validations: canRun(target, place, expression) ? [{ expression, message, reason: "Invalid" }] : [],
  });
  if (mark === "AddOnly") {
    const reason = "cannot be set for the first time through the scale subresource, which does not tell absent from 0";
    findings.push(placed(version, { kind: "stricter", place, reason }));
  }
}

function compileUnions(target: Target): void {
  const { version } = target;
  const sites = findUnionSites(version.schema, now, oldIfAny);
  const validations = sites
    .filter(({ union }) => union.members.size > 1)
    .map((site) => ({ site, expression: atMostOneMember(site) }))
    .filter(({ site, expression }) => canRun(target, site.place, expression))
    .map(({ site, expression }) => ({ expression, message: describeUnion(site), reason: "Invalid" }));
  const where = { operations: ["CREATE", "UPDATE"], resources: resourcesOf(target) };
  addValidation(target, { name: "unions", ...where, validations });
}

interface Validation {
  readonly name: string;
  readonly operations: readonly string[];
  readonly resources: readonly string[];
  readonly validations: readonly { readonly expression: string; readonly message: string; readonly reason: string }[];
}

/** Adds a validating policy and its binding to `objects`. */
function addValidation(target: Target, { name, validations, ...where }: Validation): void {
  if (validations.length === 0) {
    return;
  }
  addPolicy(target, {
    name,
    kind: "ValidatingAdmissionPolicy",
    apiVersion: "admissionregistration.k8s.io/v1",
    spec: { failurePolicy: "Fail", ...matching(target, where), validations: validations.map((each) => ({ ...each })) },
    binding: { validationActions: ["Deny"] },
  });
}

/** Each version has a policy for its own schema, so no request needs to be converted for one. */
function matching({ definition, version }: Target, where: Pick<Validation, "operations" | "resources">): JsonObject {
  const rule = {
    apiGroups: [definition.group],
    apiVersions: [version.name],
    operations: [...where.operations],
    resources: [...where.resources],
  };
  return { matchConstraints: { matchPolicy: "Exact", resourceRules: [rule] } };
}

/** Adds a mutating policy for the version's unions to `objects`, or findings. */
function compileNormalizing(target: Target): void {
  const { version, kubernetes, findings } = target;
  const sites = findUnionSites(version.schema, now, oldIfAny);
  const finding = (kind: Finding["kind"], reason: string) =>
    sites.map(({ place }) => placed(version, { kind, place: place || "the object", reason }));
  if (olderThan(kubernetes, "1.34")) {
    const reason = `Kubernetes ${kubernetes} has no MutatingAdmissionPolicy: nothing clears the other members of the union`;
    appendAll(findings, finding("lost", reason));
    return;
  }
  const mutations = sites
    .map((site) => ({ site, expression: unionPatches(site) }))
    .filter(({ site, expression }) => canRun(target, site.place, expression))
    .map(({ expression }) => ({ patchType: "JSONPatch", jsonPatch: { expression } }));
  if (mutations.length === 0) {
    return;
  }
  appendAll(
    findings,
    unionFindings(sites).map((found) => placed(version, found)),
  );
  appendAll(findings, finding("untold", "a client is not warned when a member that it sent is cleared"));
  const where = { operations: ["CREATE", "UPDATE"], resources: resourcesOf(target) };
  addPolicy(target, {
    name: "normalize",
    kind: "MutatingAdmissionPolicy",
    apiVersion: `admissionregistration.k8s.io/${olderThan(kubernetes, "1.36") ? "v1beta1" : "v1"}`,
    spec: { failurePolicy: "Fail", reinvocationPolicy: "IfNeeded", ...matching(target, where), mutations },
    binding: {},
  });
}

interface Policy {
  readonly name: string;
  readonly kind: string;
  readonly apiVersion: string;
  readonly spec: JsonObject;
  readonly binding: JsonObject;
}

/** Adds a policy and its binding to `objects`. */
function addPolicy({ definition, version, objects }: Target, policy: Policy): void {
  const { kind, apiVersion, spec, binding } = policy;
  const name = `${policy.name}.${version.name}.${definition.name}`;
  objects.push(
    { apiVersion, kind, metadata: { name }, spec },
    { apiVersion, kind: `${kind}Binding`, metadata: { name }, spec: { policyName: name, ...binding } },
  );
}
