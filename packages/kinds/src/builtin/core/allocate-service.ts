import {
  asObjects,
  asText,
  asTexts,
  type FieldError,
  fieldPath,
  invalid,
  type JsonObject,
  metadataOf,
  objectAt,
  statusFromPlainError,
  statusInternalError,
  statusInvalid,
} from "@kiln/api";
import { nodePortsOf } from "../../projections/service-numbers.ts";
import type { Allocation } from "../../resource/strategy.ts";
import { keepAllocated } from "./keep-allocated.ts";
import { fillIpFamilies } from "./service-ip-families.ts";

/** Allocates addresses and ports for the Service and sets them. Throws if a requested value is taken. */
export function allocateService(service: JsonObject, allocation: Allocation): void {
  const { old, key, services, isDryRun } = allocation;
  const spec = objectAt(service, "spec");
  if (old !== undefined) {
    keepAllocated(spec, objectAt(old, "spec"));
  } else if (asText(spec.clusterIP) !== "" && spec.clusterIPs === undefined) {
    spec.clusterIPs = [asText(spec.clusterIP)];
  }
  refuse(service, fillIpFamilies(spec, old === undefined ? undefined : objectAt(old, "spec")));
  const asked = [...asTexts(spec.clusterIPs), ...nodePortsOf(service).map(String)];
  allocateAddresses(service, allocation);
  allocatePorts(service, allocation);
  if (!isDryRun) {
    services.serviceNumbers.reserve(service, key, asked);
  }
}

function refuse(service: JsonObject, errors: readonly FieldError[]): void {
  if (errors.length > 0) {
    throw statusInvalid({ group: "", kind: "Service" }, asText(metadataOf(service).name), [...errors]);
  }
}

/** Allocates cluster IPs. Existing ones are kept; headless and ExternalName Services have none. */
function allocateAddresses(service: JsonObject, { old, key, services }: Allocation): void {
  const spec = objectAt(service, "spec");
  const hadNone = old === undefined || objectAt(old, "spec").type === "ExternalName";
  if (!hadNone || spec.type === "ExternalName" || asTexts(spec.clusterIPs)[0] === "None") {
    return;
  }
  const { addresses } = services.serviceNumbers;
  const wanted = asTexts(spec.ipFamilies).map((_, i) => asTexts(spec.clusterIPs)[i] ?? "");
  const given = wanted.map((address) => {
    if (address === "") {
      return addresses.next(key) ?? noneLeft(service);
    }
    const fault = addresses.contains(address)
      ? addresses.isTaken(address, key) && "provided IP is already allocated"
      : `the provided IP (${address}) is not in the valid range. The range of valid IPs is ${addresses.name}`;
    const path = fieldPath("spec", "clusterIPs");
    refuse(service, fault ? [invalid(path, wanted, `failed to allocate IP ${address}: ${fault}`)] : []);
    return address;
  });
  if (given.length > 0) {
    spec.clusterIPs = given;
    spec.clusterIP = given[0] as string;
  }
}

function noneLeft(service: JsonObject): never {
  const name = JSON.stringify(asText(metadataOf(service).name));
  throw statusInternalError(`failed to allocate a serviceIP for Service ${name}: range is full`);
}

/** Allocates node ports. On create, ports of the same number, whose protocols differ, get the same node port. */
function allocatePorts(service: JsonObject, { old, key, services, isDryRun }: Allocation): void {
  const spec = objectAt(service, "spec");
  const had = new Set(old === undefined ? [] : nodePortsOf(old));
  const isOnNodes = spec.type === "NodePort" || spec.type === "LoadBalancer";
  const mayAllocate = spec.type !== "LoadBalancer" || spec.allocateLoadBalancerNodePorts !== false;
  const { ports } = services.serviceNumbers;
  const byPort = new Map<string, number>();
  const taken = new Set<string>();
  const used = new Set<string>();
  const nextPort = (): number => {
    const port = ports.next(key, taken);
    if (port === undefined) {
      throw statusInternalError("failed to allocate a nodePort: range is full");
    }
    return Number(port);
  };
  for (const [i, port] of (isOnNodes ? asObjects(spec.ports) : []).entries()) {
    const asked = Number(port.nodePort ?? 0);
    if (asked === 0 && !mayAllocate) {
      continue;
    }
    const shared = byPort.get(`${port.port}`);
    const nodePort = asked || (old === undefined ? shared : undefined) || nextPort();
    const path = fieldPath("spec", "ports").index(i).child("nodePort");
    if (old !== undefined) {
      refuseSecond(used, `{${asText(port.protocol)} ${nodePort}}`);
    }
    if (taken.has(String(asked)) && asked !== shared && old === undefined) {
      refuse(service, [invalid(path, asked, "provided port is already allocated")]);
    }
    if (asked !== 0 && !had.has(asked) && !taken.has(String(asked))) {
      refuse(service, checkPort(asked, ports, { key, path: path.toString(), isDryRun }));
    }
    taken.add(String(nodePort));
    byPort.set(`${port.port}`, nodePort);
    port.nodePort = nodePort;
  }
  if (needsHealthCheck(spec)) {
    const asked = Number(spec.healthCheckNodePort ?? 0);
    // The health check node port of a Service is immutable: validation rejects a change.
    const isKept = old !== undefined && needsHealthCheck(objectAt(old, "spec"));
    spec.healthCheckNodePort =
      asked === 0 ? nextPort() : isKept ? asked : claimHealthPort(asked, ports, { key, isDryRun });
  }
}

/**
 * Throws if the port is in `used`, and adds it otherwise. Kubernetes: on an update, allocation finds a duplicate port
 * before validation does (core/service/storage/alloc.go updateNodePorts, v1.36).
 */
function refuseSecond(used: Set<string>, port: string): void {
  if (used.has(port)) {
    throw statusFromPlainError(`duplicate nodePort: ${port}`);
  }
  used.add(port);
}

/**
 * Kubernetes: a health check node port that cannot be allocated is a 500 (core/service/storage/alloc.go
 * allocHealthCheckNodePort, v1.36).
 */
function claimHealthPort(port: number, ports: Ports, asker: Omit<Asker, "path">): number {
  const [fault] = checkPort(port, ports, { ...asker, path: "" });
  if (fault !== undefined) {
    throw statusInternalError(`failed to allocate requested HealthCheck NodePort ${port}: ${fault.detail}`);
  }
  return port;
}

type Ports = Allocation["services"]["serviceNumbers"]["ports"];

interface Asker {
  readonly key: string;
  readonly path: string;
  readonly isDryRun: boolean;
}

/**
 * Kubernetes: a dry run checks the allocator without allocating (core/service/portallocator/operation.go Allocate,
 * v1.36).
 */
function checkPort(port: number, ports: Ports, { key, path, isDryRun }: Asker): FieldError[] {
  if (!isDryRun && !ports.contains(String(port))) {
    const why = `provided port is not in the valid range. The range of valid ports is ${ports.name}`;
    return [invalid(path, port, why)];
  }
  return ports.isTaken(String(port), key) ? [invalid(path, port, "provided port is already allocated")] : [];
}

/** Whether load balancers probe nodes for local Pods of the Service. */
export function needsHealthCheck({ type, externalTrafficPolicy }: JsonObject): boolean {
  return type === "LoadBalancer" && externalTrafficPolicy === "Local";
}
