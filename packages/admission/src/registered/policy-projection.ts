import { compareGoStrings, type JsonObject } from "@kiln/api";
import {
  createAdmissionExpressions,
  decodeStoredJson,
  openStoredValue,
  type ProjectedEvent,
  type Projection,
} from "@kiln/kinds";
import { type AdmissionPolicy, type PolicyBinding, readBinding, readPolicy } from "./admission-policy.ts";
import { compileMutations, type MutationProgram } from "./compile-mutations.ts";
import { compileValidations, type ValidationProgram } from "./compile-validations.ts";

/** A policy with its bindings; one without bindings has no effect. */
export interface BoundPolicy<Program = unknown> {
  readonly policy: AdmissionPolicy;
  /** Bindings of the policy, sorted by name. */
  readonly bindings: readonly PolicyBinding[];
  readonly program: Program;
}

/** Stored policies with bindings, sorted by name, updated by commits before their writes are answered. */
export interface PolicyProjection<Program> {
  all(): readonly BoundPolicy<Program>[];
  applyPolicy(event: ProjectedEvent): void;
  applyBinding(event: ProjectedEvent): void;
}

export interface PolicyProjections {
  readonly mutating: PolicyProjection<MutationProgram>;
  readonly validating: PolicyProjection<ValidationProgram>;
}

export function createPolicyProjections(): PolicyProjections {
  const expressions = createAdmissionExpressions();
  return {
    mutating: createPolicyProjection((policy) => compileMutations(policy, expressions)),
    validating: createPolicyProjection((policy) => compileValidations(policy, expressions)),
  };
}

interface CompiledPolicy<Program> {
  readonly policy: AdmissionPolicy;
  readonly program: Program;
}

function createPolicyProjection<Program>(compile: (policy: AdmissionPolicy) => Program): PolicyProjection<Program> {
  const policies = new Map<string, CompiledPolicy<Program>>();
  const bindings = new Map<string, PolicyBinding>();
  let bound: readonly BoundPolicy<Program>[] | undefined = [];
  return {
    all() {
      bound ??= bindAll(policies, bindings);
      return bound;
    },
    applyPolicy(event) {
      bound = undefined;
      put(policies, event, (object) => {
        const policy = readPolicy(object);
        return { policy, program: compile(policy) };
      });
    },
    applyBinding(event) {
      bound = undefined;
      put(bindings, event, readBinding);
    },
  };
}

/** Applies an event to the map: sets or removes one value. */
function put<T>(map: Map<string, T>, { key, value }: ProjectedEvent, read: (object: JsonObject) => T): void {
  if (value === undefined) {
    map.delete(key);
  } else {
    map.set(key, read(decodeStoredJson(openStoredValue(value).body)));
  }
}

function bindAll<Program>(
  policies: ReadonlyMap<string, CompiledPolicy<Program>>,
  bindings: ReadonlyMap<string, PolicyBinding>,
): BoundPolicy<Program>[] {
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

export const policyProjections: readonly Projection<{ readonly policies: PolicyProjections }>[] = [
  {
    prefix: `${PREFIX}mutatingadmissionpolicies/`,
    apply: ({ policies }, event) => policies.mutating.applyPolicy(event),
  },
  {
    prefix: `${PREFIX}mutatingadmissionpolicybindings/`,
    apply: ({ policies }, event) => policies.mutating.applyBinding(event),
  },
  {
    prefix: `${PREFIX}validatingadmissionpolicies/`,
    apply: ({ policies }, event) => policies.validating.applyPolicy(event),
  },
  {
    prefix: `${PREFIX}validatingadmissionpolicybindings/`,
    apply: ({ policies }, event) => policies.validating.applyBinding(event),
  },
];
