import type { JsonObject } from "@kiln/api";
import type { Definition, DefinitionReading } from "../definition.ts";

export interface ConfigurationOptions {
  /** Name of both configurations, and suffix of the names of their webhooks. */
  readonly name: string;
  /** Address of the guard for the API server: its Service, or the prefix of a URL. */
  readonly address: GuardAddress;
  /** CA bundle as PEM for the guard's certificate. */
  readonly ca: string;
}

export type GuardAddress =
  | { readonly namespace: string; readonly name: string; readonly port: number }
  | { readonly url: string };

/** URL paths of the webhooks. */
export const GUARD_PATHS = { marks: "/marks", unions: "/unions", definitions: "/definitions" } as const;

export interface GuardConfigurations {
  readonly mutating: JsonObject;
  readonly validating: JsonObject;
}

const API = "admissionregistration.k8s.io/v1";

/** Webhook configurations that a cluster needs to enforce all marks of its CRDs. */
export function guardConfigurations(
  readings: readonly DefinitionReading[],
  options: ConfigurationOptions,
): GuardConfigurations {
  const metadata = { name: options.name };
  const marks = readings.flatMap(marksRules);
  const unions = readings.flatMap(({ definition }) => unionRules(definition));
  const definitions = webhook(options, { path: "definitions", rules: [DEFINITIONS], failurePolicy: "Ignore" });
  return {
    mutating: {
      apiVersion: API,
      kind: "MutatingWebhookConfiguration",
      metadata,
      webhooks:
        unions.length === 0
          ? []
          : [{ ...webhook(options, { path: "unions", rules: unions }), reinvocationPolicy: "IfNeeded" }],
    },
    validating: {
      apiVersion: API,
      kind: "ValidatingWebhookConfiguration",
      metadata,
      webhooks: [...(marks.length === 0 ? [] : [webhook(options, { path: "marks", rules: marks })]), definitions],
    },
  };
}

/**
 * Webhook for CRDs. It fails open: CRDs can be written while the guard is down, which finds their errors when it is
 * back.
 */
const DEFINITIONS: JsonObject = {
  apiGroups: ["apiextensions.k8s.io"],
  apiVersions: ["v1"],
  operations: ["CREATE", "UPDATE"],
  resources: ["customresourcedefinitions"],
  scope: "*",
};

interface Webhook {
  readonly path: keyof typeof GUARD_PATHS;
  readonly rules: readonly JsonObject[];
  readonly failurePolicy?: "Fail" | "Ignore";
}

function webhook({ name, address, ca }: ConfigurationOptions, about: Webhook): JsonObject {
  const { path, rules, failurePolicy = "Fail" } = about;
  const where: JsonObject =
    "url" in address
      ? { url: `${address.url}${GUARD_PATHS[path]}` }
      : { service: { ...address, path: GUARD_PATHS[path] } };
  return {
    name: `${path}.${name}.kiln`,
    clientConfig: { ...where, caBundle: btoa(ca) },
    rules: [...rules],
    failurePolicy,
    // Each version has its own marks, so a request is reviewed in its own version.
    matchPolicy: "Exact",
    sideEffects: "None",
    timeoutSeconds: 10,
    admissionReviewVersions: ["v1"],
  };
}

/**
 * Rules of the webhook for a kind. A kind whose marks cannot be enforced is included as a whole, so that all writes are
 * denied.
 */
function marksRules({ definition, faults }: DefinitionReading): JsonObject[] {
  if (faults.length > 0) {
    return [rule(definition, { versions: definition.served, operations: ["CREATE", "UPDATE"] })];
  }
  const named = (versions: Definition["versions"]) => versions.map(({ name }) => name);
  const withUnions = definition.versions.filter(({ hasUnions }) => hasUnions);
  const others = definition.versions.filter(({ hasUnions }) => !hasUnions);
  return [
    ...(withUnions.length === 0
      ? []
      : [rule(definition, { versions: named(withUnions), operations: ["CREATE", "UPDATE"] })]),
    ...(others.length === 0 ? [] : [rule(definition, { versions: named(others), operations: ["UPDATE"] })]),
  ];
}

function unionRules(definition: Definition): JsonObject[] {
  const versions = definition.versions.filter(({ hasUnions }) => hasUnions).map(({ name }) => name);
  const { plural } = definition;
  const resources = [plural, `${plural}/status`];
  return versions.length === 0
    ? []
    : [{ ...rule(definition, { versions, operations: ["CREATE", "UPDATE"] }), resources }];
}

interface Concerned {
  readonly versions: readonly string[];
  readonly operations: readonly string[];
}

function rule({ group, plural }: Definition, { versions, operations }: Concerned): JsonObject {
  return {
    apiGroups: [group],
    apiVersions: [...versions],
    operations: [...operations],
    resources: [plural, `${plural}/status`, `${plural}/scale`],
    scope: "*",
  };
}
