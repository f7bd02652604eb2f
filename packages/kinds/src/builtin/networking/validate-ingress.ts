import {
  asInteger,
  asObject,
  asObjects,
  asText,
  asTexts,
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
  objectAt,
  parseIp,
  required,
} from "@kiln/api";
import { checkIp, warnOfIp } from "../check-ip.ts";
import { checkSubdomain, checkSupported, checkText } from "../field-checks.ts";
import { type CheckFields, fieldRules } from "../field-rules.ts";

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
  const isWrongRule = (rule: JsonObject) => asText(rule.host).includes("*") && validateRule(rule, SPEC).length > 0;
  return validateIngressSpec(ingress, {
    allowsInvalidSecrets: asObjects(before.tls).some(isWrong),
    allowsInvalidWildcardRules: asObjects(before.rules).some(isWrongRule),
  });
}

function validateIngressSpec(ingress: JsonObject, leniency: Leniency): FieldError[] {
  const spec = objectAt(ingress, "spec");
  const { defaultBackend } = spec;
  const rules = asObjects(spec.rules);
  return [
    ...(rules.length === 0 && defaultBackend === undefined
      ? [invalid(SPEC, null, "either `defaultBackend` or `rules` must be specified")]
      : []),
    ...(isJsonObject(defaultBackend) ? validateBackend(defaultBackend, SPEC.child("defaultBackend")) : []),
    ...rules.flatMap((rule, i) => validateHostRule(rule, SPEC.child("rules").index(i), leniency)),
    ...asObjects(spec.tls).flatMap((tls, i) => validateTls(tls, SPEC.child("tls").index(i), leniency)),
    ...checkClassName(spec, SPEC),
  ];
}

const checkClassName = fieldRules({ ingressClassName: "pointer;subdomain" });

const NOT_AN_ADDRESS = "must be a DNS name, not an IP address";

function validateHostRule(rule: JsonObject, path: FieldPath, leniency: Leniency): FieldError[] {
  const host = asText(rule.host);
  const at = path.child("host");
  const isLenient = host.includes("*") && leniency.allowsInvalidWildcardRules;
  return [
    ...(parseIp(host) === undefined ? [] : [invalid(at, host, NOT_AN_ADDRESS)]),
    ...(host === "" ? [] : checkHost(host, at)),
    ...(isLenient ? [] : validateRule(rule, path)),
  ];
}

function checkHost(host: string, path: FieldPath): FieldError[] {
  return checkText(host, path, host.includes("*") ? checkWildcardDns1123Subdomain : checkDns1123Subdomain);
}

function validateRule({ http }: JsonObject, path: FieldPath): FieldError[] {
  if (!isJsonObject(http)) {
    return [];
  }
  const at = path.child("http", "paths");
  const paths = asObjects(http.paths);
  return paths.length === 0 ? [required(at, "")] : paths.flatMap((each, i) => validatePath(each, at.index(i)));
}

const PATH_TYPES = ["Exact", "ImplementationSpecific", "Prefix"];
const SEQUENCES = ["//", "/./", "/../", "%2f", "%2F"];
const SUFFIXES = ["/..", "/."];

function validatePath({ path: text, pathType, backend }: JsonObject, path: FieldPath): FieldError[] {
  if ((pathType ?? null) === null) {
    return [required(path.child("pathType"), "pathType must be specified")];
  }
  const given = asText(text);
  const at = path.child("path");
  const isFree = pathType === "ImplementationSpecific";
  const isKnown = PATH_TYPES.includes(asText(pathType));
  const refuse = (why: string) => invalid(at, given, why);
  return [
    ...(isKnown && !given.startsWith("/") && !(isFree && given === "") ? [refuse("must be an absolute path")] : []),
    ...(isKnown && !isFree
      ? [
          ...SEQUENCES.filter((part) => given.includes(part)).map((part) => refuse(`must not contain '${part}'`)),
          ...SUFFIXES.filter((end) => given.endsWith(end)).map((end) => refuse(`cannot end with '${end}'`)),
        ]
      : []),
    ...checkSupported(pathType, path.child("pathType"), PATH_TYPES),
    ...validateBackend(asObject(backend), path.child("backend")),
  ];
}

function validateBackend({ resource, service }: JsonObject, path: FieldPath): FieldError[] {
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
  const [name, number] = [asText(port.name), asInteger(port.number)];
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

function checkSecretName(value: JsonObject[string] | undefined, path: FieldPath): FieldError[] {
  return asText(value) === "" ? [] : checkSubdomain(value, path);
}

function validateTls(tls: JsonObject, path: FieldPath, { allowsInvalidSecrets }: Leniency): FieldError[] {
  return [
    ...asTexts(tls.hosts).flatMap((host, i) => checkHost(host, path.child("hosts").index(i))),
    ...(allowsInvalidSecrets ? [] : checkSecretName(tls.secretName, path.child("secretName"))),
  ];
}

/** Validates ingress points in the status of an Ingress or a Service. */
export function validateIngressPoints(points: readonly JsonObject[], old: readonly JsonObject[]): FieldError[] {
  const stored = new Set(old.map(({ ip }) => asText(ip)).filter((ip) => ip !== ""));
  return points.flatMap((point, i) =>
    validateIngressPoint(point, fieldPath("status", "loadBalancer", "ingress").index(i), stored),
  );
}

export function validateIngressPoint(point: JsonObject, path: FieldPath, stored: ReadonlySet<string>): FieldError[] {
  const host = asText(point.hostname);
  return [
    ...(asText(point.ip) === "" ? [] : checkIp(point.ip, path.child("ip"), { stored })),
    ...(host === "" ? [] : checkSubdomain(host, path.child("hostname"))),
    ...(parseIp(host) === undefined ? [] : [invalid(path.child("hostname"), host, NOT_AN_ADDRESS)]),
  ];
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
