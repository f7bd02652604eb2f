import type { JsonObject } from "@kiln/api";
import type { Resource } from "../../resources/resource.ts";
import type { AdmissionAttributes } from "../admission-plugin.ts";
import type { AdmissionView } from "./call-admission-webhook.ts";

/** The request of an AdmissionReview, in the order in which Go would print it. */
export function createAdmissionRequest(uid: string, attributes: AdmissionAttributes, view: AdmissionView): JsonObject {
  const { subresource, resource, kind, name, namespace, operation } = attributes;
  // A subresource with a kind of its own has it in every version.
  const isOwnKind = kind.kind === resource.names.kind && kind.group === resource.group;
  const { version } = view.resource;
  return {
    uid,
    kind: { ...kind, ...(isOwnKind ? { version } : {}) },
    resource: describeResource(view.resource),
    ...(subresource === "" ? {} : { subResource: subresource }),
    requestKind: { ...kind },
    requestResource: describeResource(resource),
    ...(subresource === "" ? {} : { requestSubResource: subresource }),
    ...(name === "" ? {} : { name }),
    ...(namespace === "" ? {} : { namespace }),
    operation,
    userInfo: describeUser(attributes),
    object: view.object ?? null,
    oldObject: view.oldObject ?? null,
    dryRun: attributes.isDryRun,
    options: attributes.options,
  };
}

function describeResource({ group, version, names }: Resource): JsonObject {
  return { group, version, resource: names.plural };
}

function describeUser({ user }: AdmissionAttributes): JsonObject {
  const { name, uid = "", groups, extra = {} } = user;
  const keys = Object.keys(extra);
  return {
    ...(name === "" ? {} : { username: name }),
    ...(uid === "" ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups: [...groups] }),
    ...(keys.length === 0 ? {} : { extra: Object.fromEntries(keys.map((key) => [key, [...(extra[key] ?? [])]])) }),
  };
}
