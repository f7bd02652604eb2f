import { type AdmissionAttributes, type AdmissionTarget, describeWriteOptions, type Requester } from "@kiln/admission";
import { metadataOf } from "@kiln/api";
import type { Write } from "./write.ts";

/** Admission attributes of a write. */
export function attributesOf(write: Write, target: AdmissionTarget): AdmissionAttributes {
  const { context, resource, object, live, options } = write;
  const { group, version, names } = resource;
  const name = context.info.name || String(metadataOf(object).name ?? "");
  const isNamespace = group === "" && names.plural === "namespaces";
  return {
    ...target,
    ...requesterAttributes(context),
    kind: { group, version, kind: names.kind },
    ...(write.parent === undefined ? {} : { form: resource }),
    name,
    namespace: isNamespace ? name : write.namespace,
    object,
    oldObject: live?.object,
    options: describeWriteOptions(live === undefined ? "CreateOptions" : "UpdateOptions", context.info.query),
    isDryRun: options.isDryRun,
  };
}

export function targetOf({ context, resource, parent = resource, live, subresource }: Write): AdmissionTarget {
  const operation = live === undefined ? "CREATE" : "UPDATE";
  return { services: context.services.admission, operation, resource: parent, subresource };
}

type RequesterAttributes = Pick<
  AdmissionAttributes,
  "user" | "warnings" | "annotations" | "auditLevel" | "reinvocation" | "request"
>;

/** Changes the requester if it has no annotations so far. */
export function requesterAttributes(requester: Requester): RequesterAttributes {
  requester.auditAnnotations ??= new Map();
  return {
    user: requester.user,
    warnings: requester.warnings,
    annotations: requester.auditAnnotations,
    auditLevel: requester.audit?.level ?? "None",
    reinvocation: { isReinvoked: false, isNeeded: false, notes: new Map() },
    ...(requester.request === undefined ? {} : { request: requester.request }),
  };
}
