import type { Attributes } from "@kiln/access";
import { checkPathSegmentName, type FieldSelector, requiredFieldValue, type User } from "@kiln/api";
import type { RequestQuery } from "./parse-query.ts";
import type { RequestInfo } from "./request-info.ts";

/** Authorization attributes of a request. */
export function attributesOf(user: User, info: RequestInfo): Attributes {
  const { verb, isResource, path, group, version, resource, subresource, namespace, name } = info;
  const plain = { user, verb, isResource, path, group, version, resource, subresource, namespace, name };
  return SELECTING.has(verb) ? withSelectors(plain, info.query) : plain;
}

const SELECTING: ReadonlySet<string> = new Set(["list", "watch", "deletecollection"]);

function withSelectors(plain: Attributes, query: RequestQuery): Attributes {
  if (!query.has("fieldSelector") && !query.has("labelSelector")) {
    return plain;
  }
  const { value: fieldSelector = [] } = query.fieldSelector;
  const { value: labelSelector = [] } = query.labelSelector;
  const { verb, name } = plain;
  return {
    ...plain,
    name: name === "" && verb !== "deletecollection" ? nameSelected(fieldSelector) : name,
    ...(fieldSelector.length === 0 ? {} : { fieldSelector }),
    ...(labelSelector.length === 0 ? {} : { labelSelector }),
  };
}

/**
 * Kubernetes: a field selector on metadata.name makes a list a request for that name (endpoints/request/requestinfo.go
 * NewRequestInfo, v1.36).
 */
function nameSelected(selector: FieldSelector): string {
  const name = requiredFieldValue(selector, "metadata.name");
  return name !== undefined && checkPathSegmentName(name).length === 0 ? name : "";
}
