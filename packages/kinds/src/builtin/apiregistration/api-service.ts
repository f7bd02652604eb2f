import {
  asInteger,
  asText,
  checkPathSegmentName,
  checkPortNumber,
  type FieldError,
  type FieldPath,
  fieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  nameIsPathSegment,
  objectAt,
  printTime,
  quoteGo,
  required,
  rootPath,
} from "@kiln/api";
import { base64Length } from "../base64-value.ts";
import type { Declaration } from "../declaration.ts";
import { type CheckValue, fieldRules } from "../field-rules.ts";

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
      subresource === "status" ? checkStatus(object, rootPath) : validateApiService(object),
  }),
};

const SPEC = fieldPath("spec");
function validateApiService(object: JsonObject): FieldError[] {
  const spec = objectAt(object, "spec");
  const expected = `${asText(spec.version)}.${asText(spec.group)}`;
  return [...checkName(asText(objectAt(object, "metadata").name), expected), ...checkSpec(spec, SPEC)];
}

const checkSpec = fieldRules(
  ({ group, version }, path) =>
    asText(group) === "" && version !== "v1"
      ? [required(path.child("group"), "only v1 may have an empty group and it better be legacy kube")]
      : [],
  {
    group: "optional;subdomain",
    version: "dns1035",
    groupPriorityMinimum: priority(20_000),
    versionPriority: priority(1000),
    service: { "namespace,name": "required", port: checkServicePort },
  },
  (spec) => (isJsonObject(spec.service) ? refuseContraryTls(spec) : validateLocal(spec)),
);

function priority(max: number): CheckValue {
  return (value: JsonValue | undefined, path: FieldPath) => {
    const number = asInteger(value);
    return number <= 0 || number > max ? [invalid(path, number, `must be positive and less than ${max}`)] : [];
  };
}

function checkServicePort(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const port = asInteger(value);
  const faults = checkPortNumber(port);
  return faults.length > 0 ? [invalid(path, port, `port is not valid: ${faults.join(", ")}`)] : [];
}

function checkName(name: string, expected: string): FieldError[] {
  return name === expected || name === "" || checkPathSegmentName(name).length > 0
    ? []
    : [invalid(fieldPath("metadata", "name"), name, `must be \`spec.version+"."+spec.group\`: ${quoteGo(expected)}`)];
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

function refuseContraryTls(spec: JsonObject): FieldError[] {
  return spec.insecureSkipTLSVerify === true && asText(spec.caBundle) !== ""
    ? [invalid(SPEC.child("insecureSkipTLSVerify"), true, "may not be true if caBundle is present")]
    : [];
}

const checkStatus = fieldRules({ "status.conditions[]": { status: "enum=True|False|Unknown" } });
