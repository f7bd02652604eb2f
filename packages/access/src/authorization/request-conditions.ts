import {
  boolType,
  CelError,
  createEnvironment,
  listType,
  mapType,
  type Program,
  stringType,
  structType,
} from "@kiln/cel";
import { type CompiledExpression, checkType, compileExpression, createFieldsProvider, type Fields } from "@kiln/kinds";
import type { Attributes } from "./authorizer.ts";
import { printErrors } from "./authorizer-chain.ts";
import { describeSelectors } from "./describe-selectors.ts";

/** CEL condition that a request must meet for an authorizer to be called. */
export interface RequestCondition {
  readonly expression: string;
  readonly program: Program;
}

const texts = listType(stringType);
const specType = structType("kubernetes.SubjectAccessReviewSpec");
const resourceType = structType("kubernetes.ResourceAttributes");
const pathType = structType("kubernetes.NonResourceAttributes");
const fieldSelectorType = structType("kubernetes.FieldSelectorAttributes");
const labelSelectorType = structType("kubernetes.LabelSelectorAttributes");
const requirementType = structType("kubernetes.SelectorRequirement");
const selector: Fields = { rawSelector: stringType, requirements: listType(requirementType) };

/** Fields of the variable `request`, by Kubernetes' type names. */
const TYPES: ReadonlyMap<string, Fields> = new Map<string, Fields>([
  [
    specType.name,
    {
      resourceAttributes: resourceType,
      nonResourceAttributes: pathType,
      user: stringType,
      groups: texts,
      extra: mapType(stringType, texts),
      uid: stringType,
    },
  ],
  [
    resourceType.name,
    {
      namespace: stringType,
      verb: stringType,
      group: stringType,
      version: stringType,
      resource: stringType,
      subresource: stringType,
      name: stringType,
      fieldSelector: fieldSelectorType,
      labelSelector: labelSelectorType,
    },
  ],
  [pathType.name, { path: stringType, verb: stringType }],
  [fieldSelectorType.name, selector],
  [labelSelectorType.name, selector],
  [requirementType.name, { key: stringType, operator: stringType, values: texts }],
]);

/** Compiles conditions about `request`: the spec of a SubjectAccessReview of authorization.k8s.io/v1. */
export function createRequestConditions(): { compile(expression: string): CompiledExpression } {
  const environment = createEnvironment({ variables: { request: specType }, types: createFieldsProvider(TYPES) });
  return {
    compile(expression) {
      const compiled = compileExpression(environment, expression);
      return compiled.program === undefined ? compiled : checkType(compiled.program, [boolType]);
    },
  };
}

/** Whether all conditions are true, or the error of the evaluation. */
export type RequestVerdict =
  | { readonly isMet: boolean; readonly error?: undefined }
  | { readonly isMet?: undefined; readonly error: string };

/** Kubernetes: cost limit of one evaluation of a match condition (apis/cel/config.go PerCallLimit, v1.36). */
const COST_LIMIT = 1_000_000;

/** Evaluates all conditions; one that is false decides, even if others fail. */
export function meetsRequestConditions(
  conditions: readonly RequestCondition[],
  attributes: Attributes,
): RequestVerdict {
  if (conditions.length === 0) {
    return { isMet: true };
  }
  const request = describeRequest(attributes);
  const errors: string[] = [];
  for (const { expression, program } of conditions) {
    const { value } = program.evaluate({ request }, { costLimit: COST_LIMIT });
    if (value === false) {
      return { isMet: false };
    }
    if (value instanceof CelError) {
      errors.push(`cel evaluation error: expression '${expression}' resulted in error: ${value.message}`);
    }
  }
  return errors.length === 0 ? { isMet: true } : { error: printErrors(errors) };
}

/** Value of `request`: strings are present even if empty, optional parts only if the request has them. */
function describeRequest({ user, ...asked }: Attributes): object {
  const { verb, path, namespace, group, version, resource, subresource, name } = asked;
  const who = { user: user.name, groups: user.groups, uid: user.uid ?? "", extra: user.extra ?? {} };
  if (!asked.isResource) {
    return { ...who, nonResourceAttributes: { verb, path } };
  }
  const what = { namespace, verb, group, version, resource, subresource, name };
  const { fieldSelector, labelSelector } = describeSelectors(asked);
  return {
    ...who,
    resourceAttributes: {
      ...what,
      ...(fieldSelector.length === 0 ? {} : { fieldSelector: { requirements: fieldSelector } }),
      ...(labelSelector.length === 0 ? {} : { labelSelector: { requirements: labelSelector } }),
    },
  };
}
