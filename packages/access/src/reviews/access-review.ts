import {
  asTexts,
  type FieldError,
  type FieldPath,
  fieldPath,
  invalid,
  type JsonObject,
  objectAt,
  rootPath,
  statusInvalid,
  textAt,
  type User,
} from "@kiln/api";
import type { Attributes } from "../authorization/authorizer.ts";
import { findObject } from "./find-object.ts";
import type { ReviewContext } from "./review-context.ts";
import { readFieldSelector, readLabelSelector, validateSelector } from "./selector-attributes.ts";

const GROUP = "authorization.k8s.io";

/** User in the spec of a review. */
export function subjectOf(spec: JsonObject): User {
  const extra = Object.entries(objectAt(spec, "extra")).map(([key, values]) => [key, asTexts(values)] as const);
  return {
    name: textAt(spec, "user"),
    uid: textAt(spec, "uid"),
    groups: asTexts(spec.groups),
    ...(extra.length === 0 ? {} : { extra: Object.fromEntries(extra) }),
  };
}

/** Validates the spec of an access review. */
export function validateQuestion(spec: JsonObject): FieldError[] {
  const path = fieldPath("spec");
  const resource = findObject(spec, "resourceAttributes");
  const nonResource = findObject(spec, "nonResourceAttributes");
  const errors: FieldError[] = [];
  if (resource !== undefined && nonResource !== undefined) {
    const why = "cannot be specified in combination with resourceAttributes";
    errors.push(invalid(path.child("nonResourceAttributes"), goNonResource(nonResource), why));
  }
  if (resource === undefined && nonResource === undefined) {
    const why = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
    errors.push(invalid(path.child("resourceAttributes"), null, why));
  }
  return errors;
}

export function validateSelectors(spec: JsonObject): FieldError[] {
  const resource = objectAt(spec, "resourceAttributes");
  const path = fieldPath("spec", "resourceAttributes");
  const validate = (field: string, isLabels: boolean) =>
    validateSelector(findObject(resource, field), path.child(field), { isLabels });
  return [...validate("fieldSelector", false), ...validate("labelSelector", true)];
}

function validateSubject(spec: JsonObject): FieldError[] {
  const isNobody = textAt(spec, "user") === "" && asTexts(spec.groups).length === 0;
  return isNobody ? [invalid(fieldPath("spec", "user"), "", "at least one of user or group must be specified")] : [];
}

/** Validates the metadata of a review, which must be empty except for the namespace. */
export function validateMetadata(object: JsonObject, { allowsNamespace }: { allowsNamespace: boolean }): FieldError[] {
  const { managedFields: _fields, namespace = "", ...rest } = objectAt(object, "metadata");
  const path: FieldPath = rootPath.child("metadata");
  const shown = { ...rest, ...(namespace === "" ? {} : { namespace }) };
  if (allowsNamespace) {
    return Object.keys(rest).length === 0 ? [] : [invalid(path, shown, "must be empty except for namespace")];
  }
  return Object.keys(shown).length === 0 ? [] : [invalid(path, shown, "must be empty")];
}

/** Validates a review with a user in its spec. */
export function validateReview(object: JsonObject, options: { readonly allowsNamespace: boolean }): FieldError[] {
  const spec = objectAt(object, "spec");
  return [
    ...validateQuestion(spec),
    ...validateSubject(spec),
    ...validateSelectors(spec),
    ...validateMetadata(object, options),
  ];
}

/** Attributes printed like a Go struct without JSON tags. */
export function goNonResource(attributes: JsonObject): JsonObject {
  return { Path: textAt(attributes, "path"), Verb: textAt(attributes, "verb") };
}

/**
 * Throws a 422 if there are errors. Kubernetes: it has an empty kind
 * (registry/authorization/subjectaccessreview/rest.go Create, v1.36).
 */
export function refuseFaults(errors: readonly FieldError[]): void {
  if (errors.length > 0) {
    throw statusInvalid({ group: GROUP, kind: "" }, "", errors);
  }
}

/** The review with its status: whether the user is allowed the action in the spec. */
export async function answerAccess(object: JsonObject, user: User, { services }: ReviewContext): Promise<JsonObject> {
  const spec = objectAt(object, "spec");
  const resource = findObject(spec, "resourceAttributes");
  const attributes = resource === undefined ? pathAttributes(user, spec) : resourceAttributes(user, resource);
  const { decision, reason, error } = await services.authorizer.authorize(attributes);
  const evaluationError = [...(error === undefined ? [] : [error]), ...selectorErrors(resource ?? {})].join("; ");
  return {
    ...object,
    status: {
      allowed: decision === "allow",
      ...(decision === "deny" ? { denied: true } : {}),
      ...(reason === "" ? {} : { reason }),
      ...(evaluationError === "" ? {} : { evaluationError }),
    },
  };
}

function pathAttributes(user: User, spec: JsonObject): Attributes {
  const asked = objectAt(spec, "nonResourceAttributes");
  return {
    user,
    verb: textAt(asked, "verb"),
    isResource: false,
    path: textAt(asked, "path"),
    group: "",
    version: "",
    resource: "",
    subresource: "",
    namespace: "",
    name: "",
  };
}

function resourceAttributes(user: User, asked: JsonObject): Attributes {
  const { selector: fieldSelector } = readFieldSelector(findObject(asked, "fieldSelector"));
  const { selector: labelSelector } = readLabelSelector(findObject(asked, "labelSelector"));
  return {
    user,
    verb: textAt(asked, "verb"),
    isResource: true,
    path: "",
    group: textAt(asked, "group"),
    version: textAt(asked, "version") || "*",
    resource: textAt(asked, "resource"),
    subresource: textAt(asked, "subresource"),
    namespace: textAt(asked, "namespace"),
    name: textAt(asked, "name"),
    ...(fieldSelector.length === 0 ? {} : { fieldSelector }),
    ...(labelSelector.length === 0 ? {} : { labelSelector }),
  };
}

function selectorErrors(asked: JsonObject): string[] {
  const explain = (field: string, { selector, isPartial }: { selector: readonly unknown[]; isPartial: boolean }) => {
    const much = selector.length > 0 ? "partially ignored" : "ignored";
    return isPartial ? [`spec.resourceAttributes.${field} ${much} due to parse error`] : [];
  };
  return [
    ...explain("fieldSelector", readFieldSelector(findObject(asked, "fieldSelector"))),
    ...explain("labelSelector", readLabelSelector(findObject(asked, "labelSelector"))),
  ];
}
