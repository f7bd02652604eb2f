import type { Scenario, Step } from "./scenario.ts";

/** Why an answer is not yet the recorded one. */
export interface GapArea {
  /** A sentence for docs/compatibility.md. */
  readonly reason: string;
  /** Sorts gaps that nobody sorted by hand; the first area that takes one has it. */
  readonly takes: (step: Step, scenario: Scenario) => boolean;
}

const SERVED_CORE = new Set(["namespaces", "configmaps", "secrets"]);
const CORE_PATH = /^\S+ \/api\/v1\/(?:namespaces\/[^/?]+\/)?([a-z]+)(?=[/?]|$)/;
const BUILT_IN_GROUP = /^\S+ \/apis\/([a-z]+|[a-z.]+\.k8s\.io)(?=[/?]|$)/;

/**
 * The order decides: what leans on a part of the server that is missing altogether comes first, then the subject of
 * the recording.
 */
export const gapAreas: Readonly<Record<string, GapArea>> = {
  openapi: {
    reason: "OpenAPI does not show kinds that are not served yet, nor types that only these refer to.",
    takes: (step, { name }) => name.startsWith("openapi-") || has(step, /\/openapi\//),
  },
  cel: {
    reason: "Validation rules written as expressions are stored but not run yet.",
    takes: (step, { name }) => name.startsWith("cel-") || name === "crd-ratcheting-2" || isAboutRules(step),
  },
  authorization: {
    reason: "Access reviews, roles, service account tokens and refusals by role are not there yet.",
    takes: (step, { name }) =>
      name.startsWith("auth-") ||
      has(step, /\.authorization\.k8s\.io|authentication\.k8s\.io|certificates\.k8s\.io/) ||
      Object.hasOwn(step.headers ?? {}, "authorization"),
  },
  admission: {
    reason: "Admission webhooks and policies are not called yet.",
    takes: (step, { name }) =>
      name.startsWith("webhook-") || name.startsWith("policy-") || has(step, /admissionregistration\.k8s\.io|\/lamps/),
  },
  conversion: {
    reason: "Conversion webhooks are not called yet.",
    takes: (_, { name }) => name.startsWith("crd-conversion") || name === "apply-versions-3",
  },
  protobuf: {
    reason: "Answers in protobuf are not written yet.",
    takes: (step) => step.answer?.type?.includes("protobuf") === true,
  },
  v1beta1: {
    reason: "Recorded from Kubernetes 1.21, which said it in other words: Kiln says it as 1.36 does.",
    takes: (step, { name }) =>
      name.startsWith("v1beta1-") || JSON.stringify(step).includes("apiextensions.k8s.io/v1beta1"),
  },
  "native-kinds": {
    reason: "This built-in kind, or a controller that would act on it, is not there yet.",
    takes: (step, { name }) => name.startsWith("native-") || isOtherBuiltIn(step) || has(step, /kube-root-ca/),
  },
  "garbage-collection": {
    reason: "Dependents are not collected, and owners do not wait for them, yet.",
    takes: (_, { name }) => name.startsWith("gc-") || name === "delete-garbage",
  },
  "namespace-life": {
    reason: "Deleting a namespace does not empty and remove it yet.",
    takes: (step, { name }) => name === "namespace" || has(step, /^(?:DELETE|GET) \/api\/v1\/namespaces\/[^/?]+$/),
  },
  "definition-life": {
    reason: "The life of a definition (checks, conditions, versions, removal) is not complete.",
    takes: (step, { name }) => name.startsWith("crd-") || has(step, /\/customresourcedefinitions/),
  },
  ...subjects({
    discovery: "Discovery does not yet list everything, or not in every form.",
    http: "Media types, malformed requests and their refusals are not all handled as recorded yet.",
    names: "Names and other metadata of this kind are not judged as recorded yet.",
    list: "Selectors, paging and resourceVersion rules of lists are not complete.",
    table: "Tables and partial objects are not complete.",
    crud: "Creating, reading or replacing differs in this answer.",
    patch: "Patches of this form are not handled as recorded yet.",
    subresource: "The status or scale subresource differs in this answer.",
    delete: "Delete options, preconditions or finalizers differ in this answer.",
    watch: "Watch options or events differ in this answer.",
    strict: "Field validation reports differently in this answer.",
    dryrun: "A dry run differs in this answer.",
    prune: "Pruning differs in this answer.",
    default: "Defaulting differs in this answer.",
    validate: "Validation differs in this answer.",
    immutable: "Immutable ConfigMaps and Secrets, or what their data may hold, differ in this answer.",
  }),
};

/** Areas that are simply what a recording is about, by the first word of its name. */
function subjects(reasons: Readonly<Record<string, string>>): Record<string, GapArea> {
  const areas = Object.entries(reasons).map(([subject, reason]) => [
    subject,
    { reason, takes: (_: Step, { name }: Scenario) => name.startsWith(`${subject}-`) },
  ]);
  return Object.fromEntries(areas);
}

/** The name of the first area that takes the step. */
export function areaOf(step: Step, scenario: Scenario): string {
  const found = Object.entries(gapAreas).find(([, area]) => area.takes(step, scenario));
  if (found === undefined) {
    throw new Error(`no area takes a gap of ${scenario.name}: add one to gapAreas`);
  }
  return found[0];
}

function has(step: Step, pattern: RegExp): boolean {
  return pattern.test(step.do ?? step.path ?? "");
}

function isAboutRules(step: Step): boolean {
  return JSON.stringify([step.body, step.answer?.body ?? null]).includes("x-kubernetes-validations");
}

function isOtherBuiltIn(step: Step): boolean {
  const request = step.do ?? `GET ${step.path ?? ""}`;
  const core = CORE_PATH.exec(request)?.[1];
  const group = BUILT_IN_GROUP.exec(request)?.[1];
  return (core !== undefined && !SERVED_CORE.has(core)) || (group !== undefined && group !== "apiextensions.k8s.io");
}
