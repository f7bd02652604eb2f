import { descriptions } from "./data/index.ts";

/**
 * What OpenAPI says of built-in types in words. Hand-written where somebody wrote it; otherwise the words of the name,
 * which is what there is to go by.
 */
export function describeType(name: string): string {
  return descriptions.get(name) ?? sentence(words(name.slice(name.lastIndexOf(".") + 1)));
}

/** Undefined for the few fields that Kubernetes does not describe. */
export function describeField(type: string, field: string): string | undefined {
  const name = `${type}/${field}`;
  const isLeftOut = UNDESCRIBED.has(type) || UNDESCRIBED.has(name);
  return descriptions.get(name) ?? (isLeftOut ? undefined : (FIELDS.get(field) ?? sentence(words(field))));
}

/** `terminationGracePeriodSeconds` is `termination grace period seconds`; short forms stay as they are. */
function words(name: string): string {
  const parts = name.match(/[A-Z]+s?(?![a-z])|[A-Z]?[a-z0-9]+|[^A-Za-z0-9]+/g) ?? [name];
  return parts.map((part) => (/^[A-Z]{2}/.test(part) ? part : part.toLowerCase())).join(" ");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Fields that mean the same wherever they stand. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ["apiVersion", 'The group and version of the form in which this object is written, such as "apps/v1" or "v1".'],
  ["kind", "The kind of this object, in CamelCase. It cannot be changed."],
  ["metadata", "What every object has: its name, labels, annotations and what the server keeps about it."],
  ["items", "The objects of this list."],
  ["spec", "What is wanted."],
  ["status", "What is. Only the server and its controllers change it."],
  ["conditions", "What can be said of the object, each with a reason and since when."],
  ["lastTransitionTime", "When the status of the condition last changed."],
  ["reason", "Why, in one word of CamelCase."],
  ["message", "Why, for people."],
  ["observedGeneration", "The generation of the object that this is about."],
  ["selector", "The labels by which others are found."],
]);

const DEFINITIONS = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions";

/** Fields of which nothing is said, or types of whose fields only that which is said by hand. */
const UNDESCRIBED: ReadonlySet<string> = new Set([
  "io.k8s.api.certificates.v1.CertificateSigningRequest/metadata",
  "io.k8s.api.certificates.v1.CertificateSigningRequestList/metadata",
  "io.k8s.api.networking.v1.IngressRule/http",
  ...[`${DEFINITIONS}.v1.ExternalDocumentation`, `${DEFINITIONS}.v1.JSONSchemaProps`],
  ...[`${DEFINITIONS}.v1beta1.ExternalDocumentation`, `${DEFINITIONS}.v1beta1.JSONSchemaProps`],
  "io.k8s.apimachinery.pkg.apis.meta.v1.WatchEvent/type",
]);
