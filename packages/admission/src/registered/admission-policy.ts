import {
  asObject,
  asObjects,
  asText,
  asTexts,
  fromLabelSelectorObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LabelSelector,
  type Parsed,
} from "@kiln/api";
import { type RequestRule, readRule } from "./request-rule.ts";

/** Requests to which a policy or binding applies. */
export interface RequestConstraints {
  readonly rules: readonly RequestRule[];
  readonly excluded: readonly RequestRule[];
  readonly matchesEquivalents: boolean;
  readonly namespaceSelector: Parsed<LabelSelector>;
  readonly objectSelector: Parsed<LabelSelector>;
}

export interface ParamKind {
  readonly apiVersion: string;
  readonly kind: string;
}

export interface AdmissionPolicy {
  readonly name: string;
  readonly spec: JsonObject;
  readonly constraints: RequestConstraints;
  readonly paramKind: ParamKind | undefined;
  readonly isFailureIgnored: boolean;
}

export interface PolicyBinding {
  readonly name: string;
  readonly policyName: string;
  /** Constraints of the binding; undefined: it applies to all requests that the policy matches. */
  readonly constraints: RequestConstraints | undefined;
  readonly paramRef: JsonObject | undefined;
  readonly actions: readonly string[];
}

export function readPolicy(object: JsonObject): AdmissionPolicy {
  const spec = isJsonObject(object.spec) ? object.spec : {};
  const { paramKind } = spec;
  return {
    name: nameOf(object),
    spec,
    constraints: readConstraints(isJsonObject(spec.matchConstraints) ? spec.matchConstraints : {}),
    paramKind: isJsonObject(paramKind)
      ? { apiVersion: asText(paramKind.apiVersion), kind: asText(paramKind.kind) }
      : undefined,
    isFailureIgnored: spec.failurePolicy === "Ignore",
  };
}

export function readBinding(object: JsonObject): PolicyBinding {
  const spec = isJsonObject(object.spec) ? object.spec : {};
  return {
    name: nameOf(object),
    policyName: asText(spec.policyName),
    constraints: isJsonObject(spec.matchResources) ? readConstraints(spec.matchResources) : undefined,
    paramRef: isJsonObject(spec.paramRef) ? spec.paramRef : undefined,
    actions: asTexts(spec.validationActions),
  };
}

function nameOf({ metadata }: JsonObject): string {
  return isJsonObject(metadata) ? asText(metadata.name) : "";
}

function readConstraints(value: JsonObject): RequestConstraints {
  return {
    rules: asObjects(value.resourceRules).map(readRule),
    excluded: asObjects(value.excludeResourceRules).map(readRule),
    matchesEquivalents: value.matchPolicy !== "Exact",
    namespaceSelector: readSelector(value.namespaceSelector),
    objectSelector: readSelector(value.objectSelector),
  };
}

function readSelector(selector: JsonValue | undefined): Parsed<LabelSelector> {
  return fromLabelSelectorObject(asObject(selector));
}
