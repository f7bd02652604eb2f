import {
  asInteger,
  asObjects,
  asText,
  checkDns1035Label,
  checkPathSegmentName,
  checkPortNumber,
  type FieldError,
  fieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  nameIsPathSegment,
  objectAt,
  printTime,
  quoteGo,
  required,
} from "@kiln/api";
import { base64Length } from "../base64-value.ts";
import type { Declaration } from "../declaration.ts";
import { checkSubdomain, checkSupported, checkText, requireText } from "../field-checks.ts";

/** Reason of the condition Available for an APIService without a Service. */
export const LOCAL_REASON = "Local";
export const LOCAL_MESSAGE = "Local APIServices are always available";

export const apiService: Declaration = {
  resource: "apiservices.apiregistration.k8s.io",
  nameRule: nameIsPathSegment,
  types: { "apiregistration/v1.ServiceReference": { defaults: { port: 443 } } },
  strategy: () => ({
    // Kubernetes: local APIServices are available from the start (kube-aggregator/pkg/registry/apiservice/strategy.go
    // PrepareForCreate, v1.36).
    prepareCreate: (object, { services }) => {
      if (!isJsonObject(objectAt(object, "spec").service)) {
        const lastTransitionTime = printTime(services.clock.now());
        const verdict = { status: "True", lastTransitionTime, reason: LOCAL_REASON, message: LOCAL_MESSAGE };
        object.status = { conditions: [{ type: "Available", ...verdict }] };
      }
    },
    validateCreate: validateApiService,
    validateUpdate: (object, _old, subresource) =>
      subresource === "status" ? validateStatus(object) : validateApiService(object),
  }),
};

const SPEC = fieldPath("spec");
const MAX_GROUP_PRIORITY = 20_000;
const MAX_VERSION_PRIORITY = 1000;

function validateApiService(object: JsonObject): FieldError[] {
  const spec = objectAt(object, "spec");
  const [group, version] = [asText(spec.group), asText(spec.version)];
  return [
    ...checkName(asText(objectAt(object, "metadata").name), `${version}.${group}`),
    ...(group === "" && version !== "v1"
      ? [required(SPEC.child("group"), "only v1 may have an empty group and it better be legacy kube")]
      : []),
    ...(group === "" ? [] : checkSubdomain(group, SPEC.child("group"))),
    ...checkText(version, SPEC.child("version"), checkDns1035Label),
    ...checkPriority(spec, "groupPriorityMinimum", MAX_GROUP_PRIORITY),
    ...checkPriority(spec, "versionPriority", MAX_VERSION_PRIORITY),
    ...(isJsonObject(spec.service) ? validateService(spec, spec.service) : validateLocal(spec)),
  ];
}

function checkName(name: string, expected: string): FieldError[] {
  return name === expected || name === "" || checkPathSegmentName(name).length > 0
    ? []
    : [invalid(fieldPath("metadata", "name"), name, `must be \`spec.version+"."+spec.group\`: ${quoteGo(expected)}`)];
}

function checkPriority(spec: JsonObject, field: string, max: number): FieldError[] {
  const priority = asInteger(spec[field]);
  return priority <= 0 || priority > max
    ? [invalid(SPEC.child(field), priority, `must be positive and less than ${max}`)]
    : [];
}

/** Validates an APIService without a Service, which is for a group version that this server serves itself. */
function validateLocal(spec: JsonObject): FieldError[] {
  const bytes = base64Length(asText(spec.caBundle));
  return [
    ...(bytes > 0
      ? [invalid(SPEC.child("caBundle"), `${bytes} bytes`, "local APIServices may not have a caBundle")]
      : []),
    ...(spec.insecureSkipTLSVerify === true
      ? [invalid(SPEC.child("insecureSkipTLSVerify"), true, "local APIServices may not have insecureSkipTLSVerify")]
      : []),
  ];
}

function validateService(spec: JsonObject, service: JsonObject): FieldError[] {
  const port = asInteger(service.port);
  const faults = checkPortNumber(port);
  const isContrary = spec.insecureSkipTLSVerify === true && asText(spec.caBundle) !== "";
  const at = SPEC.child("service");
  return [
    ...requireText(service.namespace, at.child("namespace")),
    ...requireText(service.name, at.child("name")),
    ...(faults.length > 0 ? [invalid(at.child("port"), port, `port is not valid: ${faults.join(", ")}`)] : []),
    ...(isContrary
      ? [invalid(SPEC.child("insecureSkipTLSVerify"), true, "may not be true if caBundle is present")]
      : []),
  ];
}

function validateStatus(object: JsonObject): FieldError[] {
  return asObjects(objectAt(object, "status").conditions).flatMap(({ status }, i) =>
    checkSupported(status, fieldPath("status", "conditions").index(i).child("status"), ["True", "False", "Unknown"]),
  );
}
