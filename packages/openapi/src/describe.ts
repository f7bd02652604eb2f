import { once } from "@kiln/api";
import { DESCRIPTIONS } from "@kiln/kinds";

/** Published description of a built-in type; without one, its name in words. */
export function describeType(name: string): string {
  return find(name)?.text || sentence(words(name.slice(name.lastIndexOf(".") + 1)));
}

/** Published description of a field; undefined for the few fields that Kubernetes does not describe. */
export function describeField(type: string, field: string): string | undefined {
  const written = find(type)?.fields.get(field);
  if (written !== undefined) {
    return written;
  }
  return UNDESCRIBED.has(`${type}/${field}`) ? undefined : (FIELDS.get(field) ?? sentence(words(field)));
}

export type CommonField = "apiVersion" | "kind" | "metadata";

/** Description of a field that every object has, including custom resources. */
export function describeCommonField(field: CommonField): string {
  return FIELDS.get(field) as string;
}

export interface TypeDescription {
  text: string;
  readonly fields: Map<string, string>;
}

/** Descriptions by package, each parsed on first use: most servers never publish most packages. */
const PACKAGES: ReadonlyMap<string, () => ReadonlyMap<string, TypeDescription>> = new Map(
  [...DESCRIPTIONS].map(([prefix, texts]) => [prefix, once(() => parseDescriptions(texts))]),
);

function find(name: string): TypeDescription | undefined {
  const start = name.lastIndexOf(".") + 1;
  return PACKAGES.get(name.slice(0, start))?.().get(name.slice(start));
}

/** Parses descriptions by type; the format is that of packages/kinds/src/openapi/README.md. */
export function parseDescriptions(texts: readonly string[]): ReadonlyMap<string, TypeDescription> {
  const types = new Map<string, TypeDescription>();
  let current: TypeDescription | undefined;
  for (const line of texts.flatMap((text) => text.split("\n"))) {
    const colon = line.indexOf(":");
    const text = line.slice(colon + 1).trim();
    if (colon > 0 && !line.startsWith(" ")) {
      current = describe(types, line.slice(0, colon), text);
    } else if (colon > 0) {
      current?.fields.set(line.slice(0, colon).trim(), text);
    }
  }
  return types;
}

/** Adds the type to the map, or appends its text to an existing one. */
function describe(types: Map<string, TypeDescription>, name: string, text: string): TypeDescription {
  const known = types.get(name) ?? { text, fields: new Map() };
  known.text = text || known.text;
  types.set(name, known);
  return known;
}

/**
 * Splits a name into words: `terminationGracePeriodSeconds` is `termination grace period seconds`; acronyms keep their
 * capitals.
 */
function words(name: string): string {
  const parts = name.match(/[A-Z]+s?(?![a-z])|[A-Z]?[a-z0-9]+|[^A-Za-z0-9]+/g) ?? [name];
  return parts.map((part) => (/^[A-Z]{2}/.test(part) ? part : part.toLowerCase())).join(" ");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Descriptions of fields that are the same in every type. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  [
    "apiVersion",
    'APIVersion defines the group and version of this representation of the object, such as "apps/v1" or "v1".',
  ],
  ["kind", "Kind of the object, in CamelCase. Cannot be changed."],
  ["metadata", "Standard object's metadata: name, namespace, labels, annotations and the fields the server maintains."],
  ["items", "Objects of this list."],
  ["spec", "Desired state of the object. Its controller works towards it; status shows how far it is."],
  ["status", "Observed state of the object, written by its controller."],
  ["conditions", "Conditions of the object, by type."],
  ["lastTransitionTime", "Time at which the status of the condition last changed."],
  ["reason", "Short CamelCase reason."],
  ["message", "Human-readable detail."],
  ["observedGeneration", "metadata.generation that this status reflects."],
  ["selector", "Label selector of the objects this one applies to."],
]);

/** Fields without a description in Kubernetes, for which the common description would be wrong. */
const UNDESCRIBED: ReadonlySet<string> = new Set([
  "io.k8s.api.certificates.v1.CertificateSigningRequest/metadata",
  "io.k8s.api.certificates.v1.CertificateSigningRequestList/metadata",
]);
