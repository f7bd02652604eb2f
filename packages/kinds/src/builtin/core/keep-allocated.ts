import { asObjects, asText, asTexts, deepEqual, type JsonObject, setOwn } from "@kiln/api";

/** Restores allocated fields that an update omits. */
export function keepAllocated(spec: JsonObject, old: JsonObject): void {
  if (needsAddress(old) && needsAddress(spec)) {
    if (asText(spec.clusterIP) === "" && old.clusterIP !== undefined) {
      spec.clusterIP = old.clusterIP;
    }
    if (asTexts(spec.clusterIPs).length === 0 && old.clusterIPs !== undefined) {
      spec.clusterIPs = [...asTexts(old.clusterIPs)];
    }
  }
  if (needsNodePort(old) && needsNodePort(spec)) {
    keepNodePorts(spec, old);
  }
  if (needsHealthPort(old) && needsHealthPort(spec) && spec.healthCheckNodePort === undefined) {
    setField(spec, "healthCheckNodePort", old.healthCheckNodePort);
  }
  followAddress(spec, old);
}

/** Sets clusterIPs from clusterIP if the client changed only clusterIP, the older field. */
function followAddress(spec: JsonObject, old: JsonObject): void {
  const isSame = deepEqual(asTexts(spec.clusterIPs), asTexts(old.clusterIPs));
  if (asText(spec.clusterIP) === asText(old.clusterIP) || !isSame) {
    return;
  }
  setField(spec, "clusterIPs", asText(spec.clusterIP) === "" ? undefined : [asText(spec.clusterIP)]);
}

/** Restores node ports by the name of their port, unless another port has the number now. */
function keepNodePorts(spec: JsonObject, old: JsonObject): void {
  const numbersOf = (ports: JsonObject) => asObjects(ports.ports).map(({ nodePort }) => Number(nodePort ?? 0));
  const had = new Set(numbersOf(old));
  const used = new Set(numbersOf(spec).filter((port) => port !== 0 && had.has(port)));
  const byName = new Map(asObjects(old.ports).map(({ name, nodePort }) => [asText(name), Number(nodePort ?? 0)]));
  for (const port of asObjects(spec.ports)) {
    const before = byName.get(asText(port.name)) ?? 0;
    if (Number(port.nodePort ?? 0) === 0 && before !== 0 && !used.has(before)) {
      port.nodePort = before;
      used.add(before);
    }
  }
}

/** Removes fields that the new type lacks and the old type had, unless they were changed as well. */
export function dropTypeDependent(spec: JsonObject, old: JsonObject): void {
  const dropSame = (...names: readonly string[]) => {
    if (names.every((name) => deepEqual(spec[name] ?? null, old[name] ?? null))) {
      for (const name of names) {
        delete spec[name];
      }
    }
  };
  if (needsAddress(old) && !needsAddress(spec)) {
    dropSame("clusterIP", "clusterIPs");
    dropSame("ipFamilies");
    dropSame("ipFamilyPolicy");
    dropSame("internalTrafficPolicy");
  }
  if (needsNodePort(old) && !needsNodePort(spec)) {
    dropNodePorts(spec, old);
  }
  if (needsHealthPort(old) && !needsHealthPort(spec)) {
    dropSame("healthCheckNodePort");
  }
  if (old.type === "LoadBalancer" && spec.type !== "LoadBalancer") {
    dropSame("allocateLoadBalancerNodePorts");
    dropSame("loadBalancerClass");
  }
  if (isExternal(old) && !isExternal(spec)) {
    dropSame("externalTrafficPolicy");
  }
}

function dropNodePorts(spec: JsonObject, old: JsonObject): void {
  const [now, before] = [asObjects(spec.ports), asObjects(old.ports)];
  const known = new Set(before.map(({ nodePort }) => nodePort));
  if (now.every(({ nodePort }) => nodePort === undefined || known.has(nodePort))) {
    for (const port of now) {
      delete port.nodePort;
    }
  }
}

function needsAddress({ type }: JsonObject): boolean {
  return type !== "ExternalName";
}

function needsNodePort({ type, allocateLoadBalancerNodePorts }: JsonObject): boolean {
  return type === "NodePort" || (type === "LoadBalancer" && allocateLoadBalancerNodePorts !== false);
}

function needsHealthPort({ type, externalTrafficPolicy }: JsonObject): boolean {
  return type === "LoadBalancer" && externalTrafficPolicy === "Local";
}

/** Sets a field, or removes it if the value is undefined. */
function setField(object: JsonObject, name: string, value: JsonObject[string] | undefined): void {
  if (value === undefined) {
    delete object[name];
  } else {
    setOwn(object, name, value);
  }
}

/** Whether the Service is reachable from outside the cluster. */
export function isExternal({ type, externalIPs }: JsonObject): boolean {
  return (
    type === "LoadBalancer" ||
    type === "NodePort" ||
    (type === "ClusterIP" && Array.isArray(externalIPs) && externalIPs.length > 0)
  );
}
