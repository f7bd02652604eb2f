import {
  appendAll,
  asInteger,
  asObjects,
  asText,
  asTexts,
  duplicate,
  FIELD_IMMUTABLE,
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  getOwn,
  invalid,
  type JsonObject,
  type JsonValue,
  objectAt,
  required,
  rootPath,
} from "@kiln/api";
import { withGoStruct } from "../../go/print-go-struct.ts";
import type { BuiltInSettings } from "../../resource/feature-gates.ts";
import { checkCidr } from "../check-cidr.ts";
import { checkIp } from "../check-ip.ts";
import { checkSubdomain, checkSupported } from "../field-checks.ts";
import { fieldRules, type Scope } from "../field-rules.ts";
import { findRepeats } from "../find-repeats.ts";
import { POINT_ADDRESS, POINT_NAME, pointAddresses } from "../networking/validate-ingress.ts";
import { isEmpty } from "../rule-words.ts";
import { needsHealthCheck } from "./allocate-service.ts";
import { isExternal } from "./keep-allocated.ts";
import { checkEndpointIp } from "./validate-endpoints.ts";
import {
  isHeadless,
  validateAddressesKept,
  validateFamiliesKept,
  validateServiceAddresses,
} from "./validate-service-addresses.ts";

const SPEC = fieldPath("spec");
const SOURCE_RANGES = "service.beta.kubernetes.io/load-balancer-source-ranges";
export const TOPOLOGY_HINTS = "service.kubernetes.io/topology-aware-hints";
export const TOPOLOGY_MODE = "service.kubernetes.io/topology-mode";
const ONLY_BALANCED = "may only be used when `type` is 'LoadBalancer'";

/** Further input of the rules of a Service's spec. */
interface ServiceSurroundings {
  readonly service: JsonObject;
  /** Stored Service; absent on create. */
  readonly old: JsonObject | undefined;
  readonly hasSeveralPorts: boolean;
}

const NOTHING: ServiceSurroundings = { service: {}, old: undefined, hasSeveralPorts: false };

export function validateService(service: JsonObject, old?: JsonObject): FieldError[] {
  const spec = objectAt(service, "spec");
  const hasSeveralPorts = Array.isArray(spec.ports) && spec.ports.length > 1;
  const errors = validateTopologyMode(service);
  appendAll(errors, checkSpec(spec, SPEC, { given: { service, old, hasSeveralPorts } }));
  return errors;
}

export function validateServiceUpdate(
  service: JsonObject,
  old: JsonObject,
  { semantics }: Pick<BuiltInSettings, "semantics">,
): FieldError[] {
  const [spec, before] = [objectAt(service, "spec"), objectAt(old, "spec")];
  const isMarked = semantics === "kep" && spec.clusterIP !== before.clusterIP;
  const isBalanced = spec.type === "LoadBalancer" && before.type === "LoadBalancer";
  const isOtherClass = isBalanced && spec.loadBalancerClass !== before.loadBalancerClass;
  const isOtherPort =
    needsHealthCheck(spec) && needsHealthCheck(before) && spec.healthCheckNodePort !== before.healthCheckNodePort;
  const at = SPEC.child("loadBalancerClass");
  return [
    ...(isMarked ? [] : validateAddressesKept(spec, before)),
    ...validateFamiliesKept(spec, before),
    ...(isOtherClass ? [invalid(at, spec.loadBalancerClass ?? null, "may not change once set")] : []),
    ...validateBalancerClass(spec),
    ...(isOtherPort ? [forbidden(SPEC.child("healthCheckNodePort"), FIELD_IMMUTABLE)] : []),
    ...validateService(service, old),
  ];
}

function annotationsOf(service: JsonObject): JsonObject {
  return objectAt(service, "metadata", "annotations");
}

function validateTopologyMode(service: JsonObject): FieldError[] {
  const [mode, hints] = [TOPOLOGY_MODE, TOPOLOGY_HINTS].map((key) => getOwn(annotationsOf(service), key));
  const why = `must match annotations[${TOPOLOGY_HINTS}] when both are specified`;
  return mode !== undefined && hints !== undefined && mode !== hints
    ? [invalid(fieldPath("metadata", "annotations").key(TOPOLOGY_MODE), mode, why)]
    : [];
}

/** Rejects fields that the type of the Service forbids. */
function validateByType(spec: JsonObject): FieldError[] {
  const { type } = spec;
  if ((type === "LoadBalancer" || type === "NodePort") && isHeadless(spec)) {
    return [invalid(SPEC.child("clusterIPs").index(0), "None", `may not be set to 'None' for ${type} services`)];
  }
  if (type !== "ExternalName") {
    return [];
  }
  const isSet = (field: string) => typeof spec[field] === "string" || asTexts(spec[field]).length > 0;
  const name = asText(spec.externalName).replace(/\.$/, "");
  const at = SPEC.child("externalName");
  return [
    ...["clusterIPs", "ipFamilies", "ipFamilyPolicy"]
      .filter(isSet)
      .map((field) => forbidden(SPEC.child(field), "may not be set for ExternalName services")),
    ...(name === "" ? [required(at, "")] : checkSubdomain(name, at)),
  ];
}

const checkSpec = fieldRules<ServiceSurroundings>(
  requirePorts,
  validateByType,
  {
    "ports[]": [
      requireName,
      {
        name: "optional;label;unique",
        port: "range=1..65535",
        protocol: "enum=SCTP|TCP|UDP",
        targetPort: "port",
        appProtocol: "pointer;qualifiedName",
      },
    ],
    selector: "labels",
    sessionAffinity: "enum=ClientIP|None",
  },
  validateAffinity,
  (spec, _, { given }) => validateServiceAddresses(spec, specOf(given?.old)),
  { externalIPs: ["optional", validateExternalIps], type: "enum=ClusterIP|ExternalName|LoadBalancer|NodePort" },
  validateNumbers,
  validateSourceRanges,
  refuseNodePorts,
  validateBalancerClass,
  validateExternalTraffic,
  {
    internalTrafficPolicy: "pointer;enum=Cluster|Local",
    trafficDistribution: "pointer;enumText=PreferClose|PreferSameZone|PreferSameNode",
  },
);

function specOf(service: JsonObject | undefined): JsonObject | undefined {
  return service === undefined ? undefined : objectAt(service, "spec");
}

function requirePorts(spec: JsonObject): FieldError[] {
  return isEmpty(spec.ports) && spec.type !== "ExternalName" && !isHeadless(spec)
    ? [required(SPEC.child("ports"), "")]
    : [];
}

function refuseNodePorts({ allocateLoadBalancerNodePorts, type }: JsonObject): FieldError[] {
  return allocateLoadBalancerNodePorts !== undefined && type !== "LoadBalancer"
    ? [forbidden(SPEC.child("allocateLoadBalancerNodePorts"), ONLY_BALANCED)]
    : [];
}

const checkHealthPort = fieldRules({ healthCheckNodePort: "range=1..65535" });
const checkExternalPolicy = fieldRules({ externalTrafficPolicy: "enum=Cluster|Local" });
const checkClass = fieldRules({ loadBalancerClass: "pointer;qualifiedName" });

/** Several ports need names. */
function requireName(port: JsonObject, path: FieldPath, { given }: Scope<ServiceSurroundings>): FieldError[] {
  return given?.hasSeveralPorts === true && asText(port.name) === "" ? [required(path.child("name"), "")] : [];
}

const MAX_AFFINITY_SECONDS = 86_400;

function validateAffinity(spec: JsonObject): FieldError[] {
  const { sessionAffinity: affinity, sessionAffinityConfig: config } = spec;
  const at = SPEC.child("sessionAffinityConfig");
  if (affinity === "None" && config !== undefined) {
    return [forbidden(at, "must not be set when session affinity is None")];
  }
  const timeout = asInteger(objectAt(config, "clientIP").timeoutSeconds);
  const isWrong = timeout <= 0 || timeout > MAX_AFFINITY_SECONDS;
  const why = `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`;
  return affinity === "ClientIP" && isWrong ? [invalid(at.child("clientIP", "timeoutSeconds"), timeout, why)] : [];
}

function validateExternalIps(
  addresses: JsonValue,
  path: FieldPath,
  { given }: Scope<ServiceSurroundings>,
): FieldError[] {
  const stored = new Set(asTexts(specOf(given?.old)?.externalIPs));
  return asTexts(addresses).flatMap((address, i) => {
    const faults = checkIp(address, path.index(i), { stored });
    return faults.length > 0 ? faults : checkEndpointIp(address, path.index(i));
  });
}

/** Rejects duplicate ports and node ports of one protocol. */
function validateNumbers({ type, ports: given }: JsonObject): FieldError[] {
  const ports = asObjects(given);
  const at = (i: number): FieldPath => SPEC.child("ports").index(i);
  const onNodes = (port: JsonObject) => Number(asInteger(port.nodePort)) !== 0;
  const errors: FieldError[] = [];
  if (type === "ClusterIP" && ports.some(onNodes)) {
    ports.forEach((port, i) => {
      if (onNodes(port)) {
        errors.push(forbidden(at(i).child("nodePort"), "may not be used when `type` is 'ClusterIP'"));
      }
    });
  }
  if (ports.length > 1) {
    const findSecond = (field: "port" | "nodePort") =>
      findRepeats(ports.map((port) => `${asText(port.protocol)}/${asInteger(port[field])}`));
    const [isSecondNodePort, isSecondPort] = [findSecond("nodePort"), findSecond("port")];
    ports.forEach((port, i) => {
      if (onNodes(port) && isSecondNodePort[i] === true) {
        errors.push(duplicate(at(i).child("nodePort"), asInteger(port.nodePort)));
      }
    });
    ports.forEach(({ protocol = "", port = 0 }, i) => {
      if (isSecondPort[i] === true) {
        errors.push(withGoStruct(duplicate(at(i), { protocol, port }), "core/v1.ServicePort"));
      }
    });
  }
  return errors;
}

/**
 * Kubernetes: the path has the Go name, and spaces around the blocks are accepted (core/validation/validation.go
 * validateService, v1.36).
 */
function validateSourceRanges(
  spec: JsonObject,
  _: FieldPath,
  { given: { service, old } = NOTHING }: Scope<ServiceSurroundings>,
): FieldError[] {
  const isBalanced = spec.type === "LoadBalancer";
  const trimmed = (of: JsonObject) => asTexts(of.loadBalancerSourceRanges).map((range) => range.trim());
  const ranges = trimmed(spec);
  if (ranges.length > 0) {
    const path = SPEC.child("LoadBalancerSourceRanges");
    const stored = new Set(trimmed(specOf(old) ?? {}));
    return [
      ...(isBalanced ? [] : [forbidden(path, ONLY_BALANCED)]),
      ...ranges.flatMap((range, i) => checkCidr(range, path.index(i), { stored })),
    ];
  }
  const annotation = getOwn(annotationsOf(service), SOURCE_RANGES);
  if (annotation === undefined) {
    return [];
  }
  const path = fieldPath("metadata", "annotations").key(SOURCE_RANGES);
  const isSame = old !== undefined && getOwn(annotationsOf(old), SOURCE_RANGES) === annotation;
  const texts = isSame || asText(annotation).trim() === "" ? [] : asText(annotation).split(",");
  return [
    ...(isBalanced ? [] : [forbidden(path, ONLY_BALANCED)]),
    ...texts.flatMap((range) => checkCidr(range.trim(), path)),
  ];
}

function validateBalancerClass(spec: JsonObject): FieldError[] {
  if (spec.type === "LoadBalancer") {
    return checkClass(spec, SPEC);
  }
  return spec.loadBalancerClass === undefined ? [] : [forbidden(SPEC.child("loadBalancerClass"), ONLY_BALANCED)];
}

function validateExternalTraffic(spec: JsonObject): FieldError[] {
  const policy = asText(spec.externalTrafficPolicy);
  const port = asInteger(spec.healthCheckNodePort);
  const [policyAt, portAt] = [SPEC.child("externalTrafficPolicy"), SPEC.child("healthCheckNodePort")];
  const why = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
  return [
    ...(isExternal(spec)
      ? checkExternalPolicy(spec, SPEC)
      : policy === ""
        ? []
        : [invalid(policyAt, policy, "may only be set for externally-accessible services")]),
    ...(needsHealthCheck(spec) ? checkHealthPort(spec, SPEC) : Number(port) === 0 ? [] : [invalid(portAt, port, why)]),
  ];
}

/** Validates the ingress points, which only a load balancer may have. */
export function validateServiceStatus(service: JsonObject, old: JsonObject): FieldError[] {
  const points = asObjects(objectAt(service, "status", "loadBalancer").ingress);
  if (objectAt(service, "spec").type !== "LoadBalancer" && points.length > 0) {
    const path = fieldPath("status", "loadBalancer", "ingress");
    return [forbidden(path, "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  return checkPoints(service, rootPath, { given: pointAddresses(old) });
}

const checkPoints = fieldRules<ReadonlySet<string>>({
  "status.loadBalancer.ingress[]": [POINT_ADDRESS, checkMode, POINT_NAME],
});

function checkMode({ ip, ipMode }: JsonObject, around: FieldPath): FieldError[] {
  const path = around.child("ipMode");
  if (asText(ip) === "") {
    return ipMode === undefined ? [] : [forbidden(path, "may not be specified when `ip` is not set")];
  }
  return ipMode === undefined
    ? [required(path, "must be specified when `ip` is set")]
    : checkSupported(ipMode, path, ["Proxy", "VIP"]);
}
