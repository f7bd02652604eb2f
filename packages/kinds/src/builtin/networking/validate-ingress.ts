import {
  asInteger,
  asObject,
  asObjects,
  asText,
  checkDns1123Subdomain,
  checkPortName,
  checkPortNumber,
  checkWildcardDns1123Subdomain,
  type FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  parseIp,
  required,
  rootPath,
} from "@kiln/api";
import { checkIp, warnOfIp } from "../check-ip.ts";
import { checkSubdomain, checkText } from "../field-checks.ts";
import { type CheckFields, type FieldRules, fieldRules, type Scope } from "../field-rules.ts";
import { isEmpty } from "../rule-words.ts";

const SPEC = fieldPath("spec");
const CLASS_ANNOTATION = "kubernetes.io/ingress.class";

/** Errors of stored values that an update may keep. */
interface Leniency {
  readonly allowsInvalidSecrets: boolean;
  readonly allowsInvalidWildcardRules: boolean;
}

const STRICT: Leniency = { allowsInvalidSecrets: false, allowsInvalidWildcardRules: false };

export function validateIngress(ingress: JsonObject): FieldError[] {
  const annotation = classAnnotation(ingress);
  const name = objectAt(ingress, "spec").ingressClassName;
  const isOther = annotation !== undefined && name !== undefined && annotation !== name;
  return [
    ...validateIngressSpec(ingress, STRICT),
    ...(isOther
      ? [
          invalid(
            fieldPath("annotations", CLASS_ANNOTATION),
            annotation,
            "must match `ingressClassName` when both are specified",
          ),
        ]
      : []),
  ];
}

function classAnnotation(ingress: JsonObject): string | undefined {
  const value = getOwn(objectAt(ingress, "metadata", "annotations"), CLASS_ANNOTATION);
  return value === undefined ? undefined : asText(value);
}

export function validateIngressUpdate(ingress: JsonObject, old: JsonObject): FieldError[] {
  const before = objectAt(old, "spec");
  const isWrong = ({ secretName }: JsonObject) => checkSecretName(secretName, SPEC).length > 0;
  const isWrongRule = (rule: JsonObject) => asText(rule.host).includes("*") && checkRule(rule, SPEC).length > 0;
  return validateIngressSpec(ingress, {
    allowsInvalidSecrets: asObjects(before.tls).some(isWrong),
    allowsInvalidWildcardRules: asObjects(before.rules).some(isWrongRule),
  });
}

function validateIngressSpec(ingress: JsonObject, leniency: Leniency): FieldError[] {
  return checkSpec(objectAt(ingress, "spec"), SPEC, { given: leniency });
}

const checkRule = fieldRules({
  http: {
    paths: "required",
    "paths[]": [
      { pathType: "present=pathType must be specified" },
      "valid",
      checkPathText,
      { pathType: "enum=Exact|ImplementationSpecific|Prefix", backend: validateBackend },
    ],
  },
});

const checkSpec = fieldRules<Leniency>(
  (spec, path) =>
    isEmpty(spec.rules) && spec.defaultBackend === undefined
      ? [invalid(path, null, "either `defaultBackend` or `rules` must be specified")]
      : [],
  {
    defaultBackend: ["pointer", validateBackend],
    "rules[]": [{ host: ["optional", refuseAddress, checkHost] }, validateRule],
    "tls[]": { "hosts[]": checkHost, secretName: ["optional", checkStoredSecret] },
    ingressClassName: "pointer;subdomain",
  },
);

const NOT_AN_ADDRESS = "must be a DNS name, not an IP address";

function refuseAddress(host: string, path: FieldPath): FieldError[] {
  return parseIp(host) === undefined ? [] : [invalid(path, host, NOT_AN_ADDRESS)];
}

function checkHost(host: string, path: FieldPath): FieldError[] {
  return checkText(host, path, host.includes("*") ? checkWildcardDns1123Subdomain : checkDns1123Subdomain);
}

function validateRule(rule: JsonObject, path: FieldPath, { given }: Scope<Leniency>): FieldError[] {
  const isLenient = given?.allowsInvalidWildcardRules === true && asText(rule.host).includes("*");
  return isLenient ? [] : checkRule(rule, path);
}

const PATH_TYPES = ["Exact", "ImplementationSpecific", "Prefix"];
const SEQUENCES = ["//", "/./", "/../", "%2f", "%2F"];
const SUFFIXES = ["/..", "/."];

function checkPathText({ path: text, pathType }: JsonObject, path: FieldPath): FieldError[] {
  const given = asText(text);
  const isFree = pathType === "ImplementationSpecific";
  if (!PATH_TYPES.includes(asText(pathType)) || (isFree && given === "")) {
    return [];
  }
  const whys = [...(given.startsWith("/") ? [] : ["must be an absolute path"]), ...(isFree ? [] : faultsOf(given))];
  return whys.map((why) => invalid(path.child("path"), given, why));
}

/** Parts of which every wrong text has one. */
const SUSPECT = /\/\.|\/\/|%2/;

function faultsOf(text: string): string[] {
  if (!SUSPECT.test(text)) {
    return [];
  }
  return [
    ...SEQUENCES.filter((part) => text.includes(part)).map((part) => `must not contain '${part}'`),
    ...SUFFIXES.filter((end) => text.endsWith(end)).map((end) => `cannot end with '${end}'`),
  ];
}

function validateBackend(backend: JsonValue | undefined, path: FieldPath): FieldError[] {
  const { resource, service } = asObject(backend);
  if (isJsonObject(resource)) {
    return isJsonObject(service)
      ? [invalid(path, "", "cannot set both resource and service backends")]
      : validateTypedReference(resource, path.child("resource"));
  }
  if (!isJsonObject(service)) {
    return [invalid(path, "", "resource or service backend is required")];
  }
  return [...checkServiceName(service, path.child("service")), ...validateServicePort(objectAt(service, "port"), path)];
}

function validateServicePort(port: JsonObject, path: FieldPath): FieldError[] {
  const name = asText(port.name);
  const number = asInteger(port.number);
  if (name !== "" && Number(number) !== 0) {
    return [invalid(path, "", "cannot set both port name & port number")];
  }
  if (name !== "") {
    return checkText(name, path.child("service", "port", "name"), checkPortName);
  }
  return Number(number) === 0
    ? [required(path, "port name or number is required")]
    : checkPortNumber(number).map((fault) => invalid(path.child("service", "port", "number"), number, fault));
}

const checkServiceName = fieldRules({ name: "required;label" });

/** Validates a reference by group, kind and name. */
export const validateTypedReference: CheckFields = fieldRules({
  apiGroup: "pointer;subdomain",
  "kind,name": "required;segment",
});

function checkStoredSecret(name: JsonValue, path: FieldPath, { given }: Scope<Leniency>): FieldError[] {
  return given?.allowsInvalidSecrets === true ? [] : checkSubdomain(name, path);
}

function checkSecretName(value: JsonObject[string] | undefined, path: FieldPath): FieldError[] {
  return asText(value) === "" ? [] : checkSubdomain(value, path);
}

/** Rules of an ingress point in the status of an Ingress or a Service. Their extra input are the stored addresses. */
export const POINT_ADDRESS: FieldRules<ReadonlySet<string>> = { ip: ["optional", checkPointAddress] };
export const POINT_NAME: FieldRules<ReadonlySet<string>> = { hostname: ["optional;subdomain", refuseAddress] };

const checkPoints = fieldRules<ReadonlySet<string>>({
  "status.loadBalancer.ingress[]": [POINT_ADDRESS, POINT_NAME],
});

/** Validates ingress points in the status of an Ingress. */
export function validateIngressStatus(ingress: JsonObject, old: JsonObject): FieldError[] {
  return checkPoints(ingress, rootPath, { given: pointAddresses(old) });
}

/** Addresses of the ingress points of an Ingress or a Service. */
export function pointAddresses(object: JsonObject): ReadonlySet<string> {
  const points = asObjects(objectAt(object, "status", "loadBalancer").ingress);
  return new Set(points.map(({ ip }) => asText(ip)).filter((ip) => ip !== ""));
}

function checkPointAddress(
  ip: JsonValue,
  path: FieldPath,
  { given: stored = new Set() }: Scope<ReadonlySet<string>>,
): FieldError[] {
  return checkIp(ip, path, { stored });
}

export function warnOfIngress(ingress: JsonObject, old?: JsonObject, subresource = ""): string[] {
  if (old === undefined) {
    return classAnnotation(ingress) === undefined
      ? []
      : [`annotation "${CLASS_ANNOTATION}" is deprecated, please use 'spec.ingressClassName' instead`];
  }
  const points = subresource === "status" ? asObjects(objectAt(ingress, "status", "loadBalancer").ingress) : [];
  return points.flatMap(({ ip }, i) => warnOfIp(ip, fieldPath("status", "loadBalancer", "ingress").index(i)));
}
