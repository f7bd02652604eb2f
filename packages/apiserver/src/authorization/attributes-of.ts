import { checkPathSegmentName, parseFieldSelector, requiredFieldValue } from "@kiln/api";
import type { User } from "../context.ts";
import type { RequestInfo } from "../request-info.ts";
import type { Attributes } from "./authorizer.ts";

/** What the user asks for with a request. */
export function attributesOf(user: User, info: RequestInfo): Attributes {
  const { verb, isResource, path, group, version, resource, subresource, namespace, name } = info;
  const plain = { user, verb, isResource, path, group, version, resource, subresource, namespace, name };
  return SELECTING.has(verb) ? withSelectors(plain, info.query) : plain;
}

const SELECTING: ReadonlySet<string> = new Set(["list", "watch", "deletecollection"]);

function withSelectors(plain: Attributes, query: URLSearchParams): Attributes {
  const fieldSelector = query.get("fieldSelector") ?? "";
  const labelSelector = query.get("labelSelector") ?? "";
  if (fieldSelector === "" && labelSelector === "") {
    return plain;
  }
  const { verb, name } = plain;
  return {
    ...plain,
    name: name === "" && verb !== "deletecollection" ? nameSelected(fieldSelector) : name,
    ...(fieldSelector === "" ? {} : { fieldSelector }),
    ...(labelSelector === "" ? {} : { labelSelector }),
  };
}

/** Kubernetes: reading all objects of one name is a request about that one. */
function nameSelected(fieldSelector: string): string {
  const { value: selector } = parseFieldSelector(fieldSelector);
  const name = selector === undefined ? undefined : requiredFieldValue(selector, "metadata.name");
  return name !== undefined && checkPathSegmentName(name).length === 0 ? name : "";
}
