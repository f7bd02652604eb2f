import type { JsonObject } from "@kiln/api";
import type { Resource } from "@kiln/kinds";
import type { AdmissionAttributes } from "../admission-plugin.ts";
import type { AdmissionView } from "../admission-view.ts";

/** Creates the request of an AdmissionReview. */
export function createAdmissionRequest(uid: string, attributes: AdmissionAttributes, view: AdmissionView): JsonObject {
  const { object = null, oldObject = null } = view;
  return { uid, ...describeRequest(attributes, view), object, oldObject };
}

/** Request of an AdmissionReview without uid and objects. */
export function describeRequest(attributes: AdmissionAttributes, view: AdmissionView): JsonObject {
  const { subresource, resource, kind, name, namespace, operation } = attributes;
  // A subresource with a kind of its own has this kind in every version.
  const isOwnKind = kind.kind === resource.names.kind && kind.group === resource.group;
  const { version } = view.resource;
  return {
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
    dryRun: attributes.isDryRun,
    options: attributes.options,
  };
}

function describeResource({ group, version, names }: Resource): JsonObject {
  return { group, version, resource: names.plural };
}

function describeUser({ requester }: AdmissionAttributes): JsonObject {
  const { name, uid = "", groups, extra = {} } = requester.user;
  const keys = Object.keys(extra);
  return {
    ...(name === "" ? {} : { username: name }),
    ...(uid === "" ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups: [...groups] }),
    ...(keys.length === 0 ? {} : { extra: Object.fromEntries(keys.map((key) => [key, [...(extra[key] ?? [])]])) }),
  };
}
