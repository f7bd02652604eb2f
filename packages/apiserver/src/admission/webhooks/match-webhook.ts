import {
  isJsonObject,
  type JsonObject,
  type LabelSelector,
  matchesLabelSelector,
  type Parsed,
  type StatusError,
  type StringMap,
  statusInternalError,
  statusNotFound,
} from "@kiln/api";
import { NAMESPACE_PREFIX } from "../../resources/namespace-projection.ts";
import type { Resource } from "../../resources/resource.ts";
import type { Services } from "../../services.ts";
import { readHead } from "../../stored-value.ts";
import type { AdmissionAttributes, AdmissionTarget } from "../admission-plugin.ts";
import type { AdmissionWebhook, WebhookRule } from "./admission-webhook.ts";

/** Kubernetes: who could forbid everything must not be able to forbid being undone. */
const EXEMPT: ReadonlySet<string> = new Set([
  "mutatingadmissionpolicies",
  "mutatingadmissionpolicybindings",
  "mutatingwebhookconfigurations",
  "validatingadmissionpolicies",
  "validatingadmissionpolicybindings",
  "validatingwebhookconfigurations",
]);

export function isExempt({ group, names }: Resource): boolean {
  return group === "admissionregistration.k8s.io" && EXEMPT.has(names.plural);
}

/** Whether a rule of any of them is about such requests at all; the object itself is another matter. */
export function isAnyAbout(webhooks: readonly AdmissionWebhook[], target: AdmissionTarget): boolean {
  return (
    webhooks.length > 0 &&
    !isExempt(target.resource) &&
    webhooks.some((webhook) => findMatch(webhook, target) !== undefined)
  );
}

/**
 * The resource in whose version the webhook wants to see the object; undefined if it does not want to. Throws where
 * Kubernetes does not know.
 */
export function matchWebhook(webhook: AdmissionWebhook, attributes: AdmissionAttributes): Resource | undefined {
  const byNamespace = matchNamespace(webhook, attributes);
  const byObject = byNamespace === false ? false : matchObject(webhook, attributes);
  if (byNamespace === false || byObject === false) {
    return undefined;
  }
  const resource = findMatch(webhook, attributes, attributes.namespace);
  if (resource === undefined) {
    return undefined;
  }
  for (const verdict of [byNamespace, byObject]) {
    if (verdict !== true) {
      throw verdict;
    }
  }
  return resource;
}

/** `namespace` absent: any scope will do. */
function findMatch(webhook: AdmissionWebhook, target: AdmissionTarget, namespace?: string): Resource | undefined {
  const { resource } = target;
  const matches = (rule: WebhookRule, other: Resource) =>
    matchesRule(rule, { ...target, resource: other }) &&
    (namespace === undefined || matchesScope(rule, other, namespace));
  if (webhook.rules.some((rule) => matches(rule, resource))) {
    return resource;
  }
  if (!webhook.matchesEquivalents) {
    return undefined;
  }
  const equivalents = equivalentsOf(resource, target.services);
  for (const rule of webhook.rules) {
    const found = equivalents.find((other) => matches(rule, other));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** Other versions of the same objects. */
function equivalentsOf(resource: Resource, { registry }: Services): Resource[] {
  const { group, version, names, storage } = resource;
  const versions = registry.versionsOf(group).filter((served) => served.version !== version);
  return versions.flatMap(({ resources }) => {
    const other = resources.get(names.plural);
    return other !== undefined && other.storage.prefix === storage.prefix ? [other] : [];
  });
}

function matchesRule(rule: WebhookRule, { operation, resource, subresource }: AdmissionTarget): boolean {
  return (
    isListed(rule.operations, operation) &&
    isListed(rule.groups, resource.group) &&
    isListed(rule.versions, resource.version) &&
    rule.resources.some(
      ([plural, part]) =>
        (plural === "*" || plural === resource.names.plural) && (part === "*" || part === subresource),
    )
  );
}

function isListed(list: readonly string[], wanted: string): boolean {
  return list.includes("*") || list.includes(wanted);
}

function matchesScope({ scope }: WebhookRule, resource: Resource, namespace: string): boolean {
  const isNamespaced = !isNamespaceKind(resource) && namespace !== "";
  return scope === "*" || scope === (isNamespaced ? "Namespaced" : "Cluster");
}

function isNamespaceKind({ group, names }: Resource): boolean {
  return group === "" && names.plural === "namespaces";
}

type Verdict = boolean | StatusError;

/** What is in no namespace is never exempted. */
function matchNamespace({ namespaceSelector }: AdmissionWebhook, attributes: AdmissionAttributes): Verdict {
  const { resource, namespace } = attributes;
  if (namespace === "" && resource.names.plural !== "namespaces") {
    return true;
  }
  return select(namespaceSelector, () => namespaceLabels(attributes) ?? statusNotFound(NAMESPACES, namespace));
}

const NAMESPACES = { group: "", resource: "namespaces" };

/** Undefined if the namespace does not exist. */
function namespaceLabels(attributes: AdmissionAttributes): Readonly<StringMap> | undefined {
  const { services, resource, subresource, operation, object, namespace } = attributes;
  if (isNamespaceKind(resource) && subresource === "" && operation !== "DELETE") {
    return labelsOf(object);
  }
  const entry = services.store.peek(NAMESPACE_PREFIX + namespace);
  return entry === undefined ? undefined : (readHead(entry.value)?.labels ?? {});
}

function matchObject({ objectSelector }: AdmissionWebhook, { object, oldObject }: AdmissionAttributes): Verdict {
  const { value } = objectSelector;
  if (value === undefined || value.length === 0) {
    return select(objectSelector, () => ({}));
  }
  return [object, oldObject].some((one) => one !== undefined && matchesLabelSelector(value, labelsOf(one)));
}

function select(selector: Parsed<LabelSelector>, labels: () => Readonly<StringMap> | StatusError): Verdict {
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
  const metadata = isJsonObject(object?.metadata) ? object.metadata : {};
  return isJsonObject(metadata.labels) ? (metadata.labels as StringMap) : {};
}
