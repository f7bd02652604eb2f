import type { JsonObject, KubeObject } from "@kiln/api";

type Schema = JsonObject;

const text = (description: string, more: Schema = {}): Schema => ({ type: "string", description, ...more });
const flag = (description: string): Schema => ({ type: "boolean", description });
const amount = (description: string): Schema => ({ type: "integer", format: "int64", minimum: 0, description });
const texts = (description: string): Schema => ({ type: "array", items: { type: "string" }, description });
const map = (description: string): Schema => ({
  type: "object",
  additionalProperties: { type: "string" },
  description,
});
const list = (items: Schema, description: string): Schema => ({ type: "array", items, description });

function object(description: string, properties: Record<string, Schema>, required: readonly string[] = []): Schema {
  return { type: "object", description, ...(required.length === 0 ? {} : { required: [...required] }), properties };
}

const cel = object("CEL expression. The object is `self`.", { expression: text("Expression.") });
const fromExpression = (description: string): Schema =>
  object(description, {
    cel,
    jq: object("jq expression.", { expression: text("Expression.") }),
    expressionFrom: text("jq expression; use jq."),
  });

const event = object("Event about the object.", {
  type: text("Normal or Warning."),
  reason: text("Reason of the Event."),
  message: text("Message of the Event."),
});
const finalizer = object("A finalizer.", { value: text("Name of the finalizer.") });
const finalizers = object("Change of the finalizers.", {
  add: list(finalizer, "Finalizers to add."),
  remove: list(finalizer, "Finalizers to remove."),
  empty: flag("Removes all finalizers."),
});
const impersonation = object("Accepted and not used: the simulation may write every object.", {
  username: text("User."),
});
const patch = object("Patch of the object.", {
  subresource: text("Subresource to patch: status, for example. The object itself if empty."),
  root: text("Field that the template is the value of. The whole object if empty."),
  template: text("Go template that gives YAML."),
  type: text("How the template is applied. Default: strategic.", { enum: ["json", "merge", "strategic"] }),
  impersonation,
});
const apply = object("Another object, which is created, or changed if it exists.", {
  template: text("Go template that gives the object in YAML, with apiVersion, kind and name."),
  subresource: text("Subresource to change; the object must exist."),
  type: text("Accepted: the template is always merged into the object.", { enum: ["apply", "merge", "strategic"] }),
  impersonation,
});
const remove = flag("Deletes the object.");

const requirement = {
  key: text("jq path, such as .status.phase."),
  operator: text("In, NotIn, Exists or DoesNotExist."),
  values: texts("Values for In and NotIn."),
};
const selector = object("Objects that the Stage is for. All parts must match. Without a selector, no object matches.", {
  matchLabels: map("Labels of the object."),
  matchAnnotations: map("Annotations of the object."),
  matchExpressions: list(
    object("A requirement.", { cel, jq: object("jq requirement.", requirement), ...requirement }),
    "Requirements for values in the object.",
  ),
  matchConditions: list(
    object("A condition.", { expression: text("CEL expression.") }),
    "CEL expressions, Kiln's own.",
  ),
});

const spec = object(
  "One state change of objects of a kind.",
  {
    resourceRef: object(
      "Kind of the objects.",
      { apiGroup: text("Group and version, such as apps/v1.", { default: "v1" }), kind: text("Kind.") },
      ["kind"],
    ),
    selector,
    weight: amount("Of several matching Stages, one is chosen by weight, the first if all have none."),
    weightFrom: fromExpression("Weight as a value of the object."),
    delay: object("Time until the Stage is applied.", {
      durationMilliseconds: amount("Shortest delay."),
      durationFrom: fromExpression("Shortest delay as a duration or time in the object."),
      jitterDurationMilliseconds: amount("Longest delay; the actual one is random."),
      jitterDurationFrom: fromExpression("Longest delay as a duration or time in the object."),
    }),
    next: object("The state change: event, finalizers, patches or status, delete, in this order.", {
      event,
      finalizers,
      delete: remove,
      patches: list(patch, "Patches of the object."),
      statusTemplate: text("Go template that gives the status in YAML."),
      statusSubresource: text("Subresource that statusTemplate and statusExpression write.", { default: "status" }),
      statusPatchAs: impersonation,
      statusExpression: text("CEL expression that gives a map to merge into the status, Kiln's own."),
    }),
    immediateNextStage: flag("Accepted: the next Stage is always chosen at once."),
    steps: list(object("One of its fields.", { event, finalizers, patch, apply, delete: remove }), "In place of next."),
  },
  ["resourceRef"],
);

/** CRD of KWOK's Stage, with the fields of KWOK 0.8 and two of Kiln's own. */
export const STAGE_CRD: KubeObject = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "stages.kwok.x-k8s.io" },
  spec: {
    group: "kwok.x-k8s.io",
    names: { kind: "Stage", listKind: "StageList", plural: "stages", singular: "stage" },
    scope: "Cluster",
    versions: [
      {
        name: "v1alpha1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            required: ["spec"],
            properties: {
              spec,
              status: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
            },
          },
        },
      },
    ],
  },
};
