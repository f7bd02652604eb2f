import type { Scenario, Step } from "./scenario.ts";

/** Reason why a response differs from the recorded one. */
export interface GapArea {
  /** A sentence for docs/compatibility.md. */
  readonly reason: string;
  /** Whether a gap without an area belongs to this one; the first area that matches gets it. */
  readonly takes: (step: Step, scenario: Scenario) => boolean;
}

/** Areas in order: reasons that apply to many recordings come first, then the subjects of recordings. */
export const gapAreas: Readonly<Record<string, GapArea>> = {
  certificate: {
    reason: "The answer holds the certificate of the authority that every server has of its own.",
    takes: (step) => JSON.stringify(step.answer?.body ?? null).includes("BEGIN CERTIFICATE"),
  },
  v1beta1: {
    reason: "Recorded from Kubernetes 1.21, which said it in other words: Kiln says it as 1.36 does.",
    takes: (_, { name }) => name.startsWith("v1beta1-"),
  },
  ...subjects({
    apply: "Applying, or who owns which field, differs in this answer.",
    auth: "Who may do what, tokens or access reviews differ in this answer.",
    cel: "Validation rules differ in this answer.",
    crd: "The life of a definition (checks, conditions, versions, conversion, removal) differs in this answer.",
    crud: "Creating, reading or replacing differs in this answer.",
    default: "Defaulting differs in this answer.",
    delete: "Delete options, preconditions or finalizers differ in this answer.",
    discovery: "Discovery differs in this answer.",
    dryrun: "A dry run differs in this answer.",
    gc: "Garbage collection differs in this answer.",
    http: "Media types or malformed requests differ in this answer.",
    immutable: "Immutable ConfigMaps and Secrets, or what their data may hold, differ in this answer.",
    list: "Selectors, paging or resourceVersion rules of lists differ in this answer.",
    names: "Names or other metadata of this kind differ in this answer.",
    namespace: "The life of a namespace differs in this answer.",
    native: "What this built-in kind does, or refuses, differs in this answer.",
    openapi: "OpenAPI differs in this answer.",
    patch: "Patches of this form differ in this answer.",
    policy: "Admission policies differ in this answer.",
    prune: "Pruning differs in this answer.",
    strict: "Field validation reports differently in this answer.",
    subresource: "The status or scale subresource differs in this answer.",
    table: "Tables and partial objects differ in this answer.",
    validate: "Validation differs in this answer.",
    watch: "Watch options or events differ in this answer.",
    webhook: "Admission webhooks differ in this answer.",
  }),
};

/** Areas for the subjects of recordings, by the first word of their names. */
function subjects(reasons: Readonly<Record<string, string>>): Record<string, GapArea> {
  const areas = Object.entries(reasons).map(([subject, reason]) => [
    subject,
    { reason, takes: (_: Step, { name }: Scenario) => name === subject || name.startsWith(`${subject}-`) },
  ]);
  return Object.fromEntries(areas);
}

/** Name of the first area that contains the step. */
export function areaOf(step: Step, scenario: Scenario): string {
  const found = Object.entries(gapAreas).find(([, area]) => area.takes(step, scenario));
  if (found === undefined) {
    throw new Error(`no area takes a gap of ${scenario.name}: add one to gapAreas`);
  }
  return found[0];
}
