import {
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
  objectAt,
  required,
} from "@kiln/api";
import { withGoStruct } from "../../natives/print-go-struct.ts";
import type { BuiltInSettings } from "../../resource/feature-gates.ts";
import { checkCidr } from "../check-cidr.ts";
import { checkIp } from "../check-ip.ts";
import { checkSubdomain, checkSupported } from "../field-checks.ts";
import { fieldRules, type Scope } from "../field-rules.ts";
import { findRepeats } from "../find-repeats.ts";
import { validateIngressPoint } from "../networking/validate-ingress.ts";
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

export function validateService(service: JsonObject, old?: JsonObject): FieldError[] {
  const spec = objectAt(service, "spec");
  const before = old === undefined ? undefined : objectAt(old, "spec");
  const ports = asObjects(spec.ports);
  const { type } = spec;
  const isNamed = type === "ExternalName";
  return [
    ...validateTopologyMode(service),
    ...(ports.length === 0 && !isHeadless(spec) && !isNamed ? [required(SPEC.child("ports"), "")] : []),
    ...validateByType(spec),
    ...checkPorts(spec, SPEC, { given: ports.length }),
    ...checkSelector(spec, SPEC),
    ...validateAffinity(spec),
    ...validateServiceAddresses(spec, before),
    ...validateExternalIps(spec, before),
    ...checkType(spec, SPEC),
    ...validateNumbers(spec, ports),
    ...validateSourceRanges(service, old),
    ...(spec.allocateLoadBalancerNodePorts !== undefined && type !== "LoadBalancer"
      ? [forbidden(SPEC.child("allocateLoadBalancerNodePorts"), ONLY_BALANCED)]
      : []),
    ...validateBalancerClass(spec),
    ...validateExternalTraffic(spec),
    ...checkTraffic(spec, SPEC),
  ];
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

const checkTraffic = fieldRules({
  internalTrafficPolicy: "pointer;enum=Cluster|Local",
  trafficDistribution: "pointer;enumText=PreferClose|PreferSameZone|PreferSameNode",
});
/** The number of ports is passed by the caller. */
const checkPorts = fieldRules<number>({
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
});
const checkSelector = fieldRules({ selector: "labels" });
const checkAffinity = fieldRules({ sessionAffinity: "enum=ClientIP|None" });
const checkType = fieldRules({ type: "enum=ClusterIP|ExternalName|LoadBalancer|NodePort" });
const checkHealthPort = fieldRules({ healthCheckNodePort: "range=1..65535" });
const checkExternalPolicy = fieldRules({ externalTrafficPolicy: "enum=Cluster|Local" });
const checkClass = fieldRules({ loadBalancerClass: "pointer;qualifiedName" });

/** Several ports need names. */
function requireName({ name }: JsonObject, path: FieldPath, { given: count = 1 }: Scope<number>): FieldError[] {
  return asText(name) === "" && count > 1 ? [required(path.child("name"), "")] : [];
}

const MAX_AFFINITY_SECONDS = 86_400;

function validateAffinity(spec: JsonObject): FieldError[] {
  const { sessionAffinity: affinity, sessionAffinityConfig: config } = spec;
  const errors = checkAffinity(spec, SPEC);
  const at = SPEC.child("sessionAffinityConfig");
  if (affinity === "None" && config !== undefined) {
    return [...errors, forbidden(at, "must not be set when session affinity is None")];
  }
  const timeout = asInteger(objectAt(config, "clientIP").timeoutSeconds);
  const isWrong = timeout <= 0 || timeout > MAX_AFFINITY_SECONDS;
  const why = `must be greater than 0 and less than ${MAX_AFFINITY_SECONDS}`;
  return affinity === "ClientIP" && isWrong
    ? [...errors, invalid(at.child("clientIP", "timeoutSeconds"), timeout, why)]
    : errors;
}

function validateExternalIps(spec: JsonObject, old: JsonObject | undefined): FieldError[] {
  const stored = new Set(old === undefined ? [] : asTexts(old.externalIPs));
  return asTexts(spec.externalIPs).flatMap((address, i) => {
    const path = SPEC.child("externalIPs").index(i);
    const faults = checkIp(address, path, { stored });
    return faults.length > 0 ? faults : checkEndpointIp(address, path);
  });
}

/** Rejects duplicate ports and node ports of one protocol. */
function validateNumbers({ type }: JsonObject, ports: readonly JsonObject[]): FieldError[] {
  const at = (i: number): FieldPath => SPEC.child("ports").index(i);
  const onNodes = (port: JsonObject) => Number(asInteger(port.nodePort)) !== 0;
  const findSecond = (field: "port" | "nodePort") =>
    findRepeats(ports.map((port) => [port.protocol ?? null, port[field] ?? null]));
  const [isSecondNodePort, isSecondPort] = [findSecond("nodePort"), findSecond("port")];
  return [
    ...(type === "ClusterIP"
      ? ports.flatMap((port, i) =>
          onNodes(port) ? [forbidden(at(i).child("nodePort"), "may not be used when `type` is 'ClusterIP'")] : [],
        )
      : []),
    ...ports.flatMap((port, i) =>
      onNodes(port) && isSecondNodePort[i] === true
        ? [duplicate(at(i).child("nodePort"), asInteger(port.nodePort))]
        : [],
    ),
    ...ports.flatMap(({ protocol = "", port = 0 }, i) =>
      isSecondPort[i] === true ? [withGoStruct(duplicate(at(i), { protocol, port }), "core/v1.ServicePort")] : [],
    ),
  ];
}

/**
 * Kubernetes: the path has the Go name, and spaces around the blocks are accepted (core/validation/validation.go
 * validateService, v1.36).
 */
function validateSourceRanges(service: JsonObject, old: JsonObject | undefined): FieldError[] {
  const spec = objectAt(service, "spec");
  const isBalanced = spec.type === "LoadBalancer";
  const trimmed = (of: JsonObject) => asTexts(of.loadBalancerSourceRanges).map((range) => range.trim());
  const ranges = trimmed(spec);
  if (ranges.length > 0) {
    const path = SPEC.child("LoadBalancerSourceRanges");
    const stored = new Set(old === undefined ? [] : trimmed(objectAt(old, "spec")));
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
  const path = fieldPath("status", "loadBalancer", "ingress");
  const points = asObjects(objectAt(service, "status", "loadBalancer").ingress);
  if (objectAt(service, "spec").type !== "LoadBalancer" && points.length > 0) {
    return [forbidden(path, "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  const before = asObjects(objectAt(old, "status", "loadBalancer").ingress);
  const stored = new Set(before.map(({ ip }) => asText(ip)).filter((ip) => ip !== ""));
  return points.flatMap((point, i) => validatePoint(point, path.index(i), stored));
}

function validatePoint(point: JsonObject, path: FieldPath, stored: ReadonlySet<string>): FieldError[] {
  const errors = validateIngressPoint(point, path, stored);
  const isOfIp = ({ field }: FieldError) => field === path.child("ip").toString();
  return [
    ...errors.filter(isOfIp),
    ...checkMode(point, path.child("ipMode")),
    ...errors.filter((error) => !isOfIp(error)),
  ];
}

function checkMode({ ip, ipMode }: JsonObject, path: FieldPath): FieldError[] {
  if (asText(ip) === "") {
    return ipMode === undefined ? [] : [forbidden(path, "may not be specified when `ip` is not set")];
  }
  return ipMode === undefined
    ? [required(path, "must be specified when `ip` is set")]
    : checkSupported(ipMode, path, ["Proxy", "VIP"]);
}
