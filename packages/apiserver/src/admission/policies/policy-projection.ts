import { compareGoStrings, type JsonObject } from "@kiln/api";
import type { ProjectedEvent, Projection } from "../../projections.ts";
import { decodeStoredJson } from "../../stored-json.ts";
import { openStoredValue } from "../../stored-value.ts";
import { type AdmissionExpressions, createAdmissionExpressions } from "../expressions/admission-expressions.ts";
import { type AdmissionPolicy, type PolicyBinding, readBinding, readPolicy } from "./admission-policy.ts";
import { compileValidations, type ValidationProgram } from "./compile-validations.ts";

/** A policy with what binds it; one that nothing binds has no say. */
export interface BoundPolicy {
  readonly policy: AdmissionPolicy;
  /** By name. */
  readonly bindings: readonly PolicyBinding[];
  readonly program: ValidationProgram;
}

/** The policies in force, by name, kept up to date by commits before they are answered. */
export interface PolicyProjection {
  all(): readonly BoundPolicy[];
  applyPolicy(event: ProjectedEvent): void;
  applyBinding(event: ProjectedEvent): void;
}

interface CompiledPolicy {
  readonly policy: AdmissionPolicy;
  readonly program: ValidationProgram;
}

export function createPolicyProjection(): PolicyProjection {
  const expressions = createAdmissionExpressions();
  const policies = new Map<string, CompiledPolicy>();
  const bindings = new Map<string, PolicyBinding>();
  let bound: readonly BoundPolicy[] | undefined = [];
  return {
    all() {
      bound ??= bindAll(policies, bindings);
      return bound;
    },
    applyPolicy(event) {
      bound = undefined;
      put(policies, event, (object) => compile(readPolicy(object), expressions));
    },
    applyBinding(event) {
      bound = undefined;
      put(bindings, event, readBinding);
    },
  };
}

function compile(policy: AdmissionPolicy, expressions: AdmissionExpressions): CompiledPolicy {
  return { policy, program: compileValidations(policy, expressions) };
}

/** Changes the map. */
function put<T>(map: Map<string, T>, { key, value }: ProjectedEvent, read: (object: JsonObject) => T): void {
  if (value === undefined) {
    map.delete(key);
  } else {
    map.set(key, read(decodeStoredJson(openStoredValue(value).body)));
  }
}

function bindAll(
  policies: ReadonlyMap<string, CompiledPolicy>,
  bindings: ReadonlyMap<string, PolicyBinding>,
): BoundPolicy[] {
  const sorted = inOrder(bindings);
  return inOrder(policies).flatMap(({ policy, program }) => {
    const own = sorted.filter(({ policyName }) => policyName === policy.name);
    return own.length === 0 ? [] : [{ policy, program, bindings: own }];
  });
}

function inOrder<T>(map: ReadonlyMap<string, T>): T[] {
  return [...map].sort(([a], [b]) => compareGoStrings(a, b)).map(([, value]) => value);
}

const PREFIX = "/registry/admissionregistration.k8s.io/";

export const policyProjections: readonly Projection[] = [
  {
    prefix: `${PREFIX}validatingadmissionpolicies/`,
    apply: ({ validatingPolicies }, event) => validatingPolicies.applyPolicy(event),
  },
  {
    prefix: `${PREFIX}validatingadmissionpolicybindings/`,
    apply: ({ validatingPolicies }, event) => validatingPolicies.applyBinding(event),
  },
];
