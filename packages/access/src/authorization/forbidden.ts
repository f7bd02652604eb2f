import { quoteGo, type StatusError, statusForbidden } from "@kiln/api";
import type { Attributes } from "./authorizer.ts";

/** Status 403 of a denied request. `reason` comes from the authorizers. */
export function forbidden(attributes: Attributes, reason = ""): StatusError {
  const { group, resource, name } = attributes;
  const cannot = describe(attributes).replace(/[&<>]/g, (found) => ESCAPES[found] ?? found);
  return statusForbidden({ group, resource }, name, reason === "" ? cannot : `${cannot}: ${reason}`);
}

/** Kubernetes: escapes HTML, since browsers may render the text (responsewriters/errors.go sanitizer, v1.36). */
const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function describe({ user, verb, isResource, path, group, resource, subresource, namespace }: Attributes): string {
  const cannot = `User ${quoteGo(user.name)} cannot ${verb}`;
  if (!isResource) {
    return `${cannot} path ${quoteGo(path)}`;
  }
  const what = quoteGo(subresource === "" ? resource : `${resource}/${subresource}`);
  const where = namespace === "" ? "at the cluster scope" : `in the namespace ${quoteGo(namespace)}`;
  return `${cannot} resource ${what} in API group ${quoteGo(group)} ${where}`;
}
