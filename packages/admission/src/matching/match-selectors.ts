import {
  type JsonObject,
  type LabelSelector,
  matchesLabelSelector,
  objectAt,
  type Parsed,
  type StatusError,
  type StringMap,
  statusInternalError,
  statusNotFound,
} from "@kiln/api";
import { NAMESPACE_PREFIX, readHead } from "@kiln/kinds";
import type { AdmissionAttributes } from "../admission-plugin.ts";
import { isNamespaceKind } from "../registered/request-rule.ts";

export interface Selectors {
  readonly namespaceSelector: Parsed<LabelSelector>;
  readonly objectSelector: Parsed<LabelSelector>;
}

/**
 * Result of `find` if the selectors match the object, else undefined. Throws if the selectors cannot be evaluated,
 * unless `find` returns undefined.
 */
export function findSelected<T>(
  { namespaceSelector, objectSelector }: Selectors,
  attributes: AdmissionAttributes,
  find: () => T | undefined,
): T | undefined {
  const byNamespace = matchNamespace(namespaceSelector, attributes);
  const byObject = byNamespace === false ? false : matchObject(objectSelector, attributes);
  const found = byNamespace === false || byObject === false ? undefined : find();
  for (const verdict of found === undefined ? [] : [byNamespace, byObject]) {
    if (verdict !== true) {
      throw verdict;
    }
  }
  return found;
}

/** Whether a selector matches, or the error if it cannot be evaluated. */
type SelectorVerdict = boolean | StatusError;

/** Whether the namespace selector matches; it always matches cluster-scoped objects except Namespaces. */
function matchNamespace(selector: Parsed<LabelSelector>, attributes: AdmissionAttributes): SelectorVerdict {
  const { resource, namespace } = attributes;
  if (namespace === "" && resource.names.plural !== "namespaces") {
    return true;
  }
  return select(selector, () => namespaceLabels(attributes) ?? statusNotFound(NAMESPACES, namespace));
}

const NAMESPACES = { group: "", resource: "namespaces" };

/** Labels of the object's namespace; undefined if the namespace does not exist. */
function namespaceLabels(attributes: AdmissionAttributes): Readonly<StringMap> | undefined {
  const { services, resource, subresource, operation, object, namespace } = attributes;
  if (isNamespaceKind(resource) && subresource === "" && operation !== "DELETE") {
    return labelsOf(object);
  }
  const entry = services.store.peek(NAMESPACE_PREFIX + namespace);
  return entry === undefined ? undefined : (readHead(entry.value)?.labels ?? {});
}

function matchObject(selector: Parsed<LabelSelector>, { object, oldObject }: AdmissionAttributes): SelectorVerdict {
  const { value } = selector;
  if (value === undefined || value.length === 0) {
    return select(selector, () => ({}));
  }
  return [object, oldObject].some((one) => one !== undefined && matchesLabelSelector(value, labelsOf(one)));
}

function select(selector: Parsed<LabelSelector>, labels: () => Readonly<StringMap> | StatusError): SelectorVerdict {
  if (selector.error !== undefined) {
    return statusInternalError(selector.error);
  }
  if (selector.value.length === 0) {
    return true;
  }
  const found = labels();
  return found instanceof Error ? found : matchesLabelSelector(selector.value, found);
}

function labelsOf(object: JsonObject | undefined): Readonly<StringMap> {
  return objectAt(object, "metadata", "labels") as StringMap;
}
