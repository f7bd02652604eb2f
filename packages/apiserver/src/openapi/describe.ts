/**
 * What OpenAPI says of built-in types in words. Hand-written where somebody wrote it; otherwise the words of the name,
 * which is what there is to go by.
 */
export function describeType(name: string): string {
  return DESCRIPTIONS.get(name) ?? sentence(words(name.slice(name.lastIndexOf(".") + 1)));
}

/** Undefined for the few fields that Kubernetes does not describe. */
export function describeField(type: string, field: string): string | undefined {
  const name = `${type}/${field}`;
  return UNDESCRIBED.has(name) ? undefined : (DESCRIPTIONS.get(name) ?? FIELDS.get(field) ?? sentence(words(field)));
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

const UNDESCRIBED: ReadonlySet<string> = new Set([
  "io.k8s.api.certificates.v1.CertificateSigningRequest/metadata",
  "io.k8s.api.certificates.v1.CertificateSigningRequestList/metadata",
  "io.k8s.api.networking.v1.IngressRule/http",
]);

const CORE = "io.k8s.api.core.v1";
const SCALE = "io.k8s.api.autoscaling.v1.Scale";
const QUANTITY = "io.k8s.apimachinery.pkg.api.resource.Quantity";

const DESCRIPTIONS: ReadonlyMap<string, string> = new Map([
  [`${CORE}.ConfigMap`, "Configuration for whoever reads it, by key."],
  [
    `${CORE}.ConfigMap/binaryData`,
    'Values that are not text, in base64. A key may stand here or in data, not in both. Keys consist of letters, digits, "-", "_" and ".".',
  ],
  [
    `${CORE}.ConfigMap/data`,
    'Values that are UTF-8 text. A key may stand here or in binaryData, not in both. Keys consist of letters, digits, "-", "_" and ".".',
  ],
  [
    `${CORE}.ConfigMap/immutable`,
    "If true, the data can no longer be changed, and neither can this field; only metadata can.",
  ],
  [`${CORE}.ConfigMapList`, "A list of ConfigMaps."],
  [`${CORE}.Namespace`, "A room for names: objects of most kinds live in one, and are deleted with it."],
  [`${CORE}.Namespace/spec`, "What is wanted of the namespace."],
  [`${CORE}.Namespace/status`, "Where in its life the namespace is."],
  [`${CORE}.NamespaceCondition`, "One thing that is known about the state of a namespace."],
  [`${CORE}.NamespaceCondition/lastTransitionTime`, "When the status of this condition last changed."],
  [`${CORE}.NamespaceCondition/message`, "The reason for a person."],
  [`${CORE}.NamespaceCondition/reason`, "The reason for a program: one word in CamelCase."],
  [`${CORE}.NamespaceCondition/status`, "True, False or Unknown."],
  [`${CORE}.NamespaceCondition/type`, "What the condition is about."],
  [`${CORE}.NamespaceList`, "A list of namespaces."],
  [`${CORE}.NamespaceSpec`, "What is wanted of a namespace."],
  [
    `${CORE}.NamespaceSpec/finalizers`,
    "Who must be done before the namespace can go. The server removes its own entry when the namespace is empty.",
  ],
  [`${CORE}.NamespaceStatus`, "Where in its life a namespace is."],
  [
    `${CORE}.NamespaceStatus/conditions`,
    "What is known about the state of the namespace, mostly while it is being deleted.",
  ],
  [`${CORE}.NamespaceStatus/phase`, "Active, or Terminating while it is being emptied and deleted."],
  [
    `${CORE}.Secret`,
    "Values that are not for everybody, by key: passwords, tokens, keys. They are not encrypted by being here.",
  ],
  [`${CORE}.Secret/data`, 'The values, in base64. Keys consist of letters, digits, "-", "_" and ".".'],
  [
    `${CORE}.Secret/immutable`,
    "If true, the data can no longer be changed, and neither can this field; only metadata can.",
  ],
  [
    `${CORE}.Secret/stringData`,
    "Values as plain text, for writing only: each is encoded and put into data, over what is there, and never shown here.",
  ],
  [`${CORE}.Secret/type`, "What kind of secret this is, which decides the keys it must have. It cannot be changed."],
  [`${CORE}.SecretList`, "A list of Secrets."],
  [`${SCALE}`, "How many replicas something has and should have."],
  [`${SCALE}/spec`, "How many are wanted."],
  [`${SCALE}/status`, "How many there are. Only the server changes it."],
  [`${SCALE}Spec`, "How many replicas are wanted."],
  [`${SCALE}Spec/replicas`, "The wanted number of replicas."],
  [`${SCALE}Status`, "How many replicas there are."],
  [`${SCALE}Status/replicas`, "The number of replicas seen last."],
  [`${SCALE}Status/selector`, "A label selector, as text, that finds the replicas."],
  [QUANTITY, 'An amount, such as "2", "500m" or "1Gi".'],
]);
