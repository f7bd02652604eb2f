import {
  isJsonObject,
  type JsonObject,
  setOwn,
  statusForbidden,
  statusFromPlainError,
  statusInternalError,
} from "@kiln/api";
import { NAMESPACE_PREFIX } from "../resources/namespace-projection.ts";
import { groupResourceOf } from "../resources/resource.ts";
import type { AdmissionAttributes, AdmissionPlugin } from "./admission-plugin.ts";
import { forbid } from "./forbid.ts";
import { ensureObject, isPod, objectAt, objectsAt, peekObject, textAt } from "./read-fields.ts";
import { areTolerationsAllowed, mergeTolerations } from "./tolerations.ts";

/** Pods keep away from each other by node only: by anything larger, one could keep all others off whole zones. */
export const limitPodHardAntiAffinityTopology: AdmissionPlugin = {
  name: "LimitPodHardAntiAffinityTopology",
  isOffByDefault: true,
  handles: (target) => isPod(target) && (target.operation === "CREATE" || target.operation === "UPDATE"),
  validate({ object, resource }) {
    const rules = objectAt(object, "spec", "affinity", "podAntiAffinity");
    const terms = objectsAt(rules, "requiredDuringSchedulingIgnoredDuringExecution");
    const wrong = terms.find(({ topologyKey }) => topologyKey !== "kubernetes.io/hostname");
    if (wrong !== undefined) {
      const why =
        `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${textAt(wrong, "topologyKey")} but only ` +
        "key kubernetes.io/hostname is allowed";
      throw statusForbidden(groupResourceOf(resource), textAt(objectAt(object, "metadata"), "name"), why);
    }
    return undefined;
  },
};

/** Who asks for a special device tolerates that nodes which have it are kept for those who do. */
export const extendedResourceToleration: AdmissionPlugin = {
  name: "ExtendedResourceToleration",
  isOffByDefault: true,
  handles: (target) => isPod(target) && (target.operation === "CREATE" || target.operation === "UPDATE"),
  admit({ object = {} }) {
    const spec = ensureObject(object, "spec");
    const containers = [...objectsAt(spec, "containers"), ...objectsAt(spec, "initContainers")];
    const names = containers.flatMap((one) => Object.keys(objectAt(one, "resources", "requests")).filter(isExtended));
    const wanted = [...new Set(names)].sort().map((key) => ({ key, operator: "Exists", effect: "NoSchedule" }));
    const kept = objectsAt(spec, "tolerations").filter(
      (one) => !wanted.some(({ key }) => one.key === key && one.effect === "NoSchedule" && one.operator === "Exists"),
    );
    if (wanted.length > 0) {
      spec.tolerations = [...kept, ...wanted];
    }
    return undefined;
  },
};

function isExtended(name: string): boolean {
  return name.includes("/") && !name.includes("kubernetes.io/") && !name.startsWith("requests.");
}

const NODE_SELECTOR = "scheduler.alpha.kubernetes.io/node-selector";
const CONFLICT = "pod node label selector conflicts with its namespace node label selector";

/** Pods of a namespace go only to the nodes that its annotation names. */
export const podNodeSelector: AdmissionPlugin = {
  name: "PodNodeSelector",
  isOffByDefault: true,
  handles: (target) => isPod(target) && target.operation === "CREATE",
  admit(attributes) {
    const wanted = nodeSelectorOf(attributes);
    refuseConflict(attributes, wanted);
    if (wanted.size > 0) {
      const selector = ensureObject(ensureObject(attributes.object ?? {}, "spec"), "nodeSelector");
      wanted.forEach((value, key) => void setOwn(selector, key, value));
    }
    return undefined;
  },
  validate(attributes) {
    refuseConflict(attributes, nodeSelectorOf(attributes));
    return undefined;
  },
};

function annotationsOf({ services, namespace }: AdmissionAttributes): JsonObject {
  return objectAt(peekObject(services, NAMESPACE_PREFIX + namespace), "metadata", "annotations");
}

function nodeSelectorOf(attributes: AdmissionAttributes): ReadonlyMap<string, string> {
  const text = textAt(annotationsOf(attributes), NODE_SELECTOR);
  const pairs = text === "" ? [] : text.split(",").map((pair) => pair.split("=").map((part) => part.trim()));
  const wrong = pairs.find((pair) => pair.length !== 2);
  if (wrong !== undefined) {
    throw statusFromPlainError(`invalid selector: [${text}]`);
  }
  return new Map(pairs as [string, string][]);
}

function refuseConflict({ object, resource }: AdmissionAttributes, wanted: ReadonlyMap<string, string>): void {
  const given = Object.entries(objectAt(object, "spec", "nodeSelector"));
  if (given.some(([key, value]) => wanted.has(key) && wanted.get(key) !== value)) {
    throw statusForbidden(groupResourceOf(resource), textAt(objectAt(object, "metadata"), "name"), CONFLICT);
  }
}

const DEFAULT_TOLERATIONS = "scheduler.alpha.kubernetes.io/defaultTolerations";
const ALLOWED_TOLERATIONS = "scheduler.alpha.kubernetes.io/tolerationsWhitelist";

/** Pods of a namespace tolerate what its annotations give them, and nothing that those do not allow. */
export const podTolerationRestriction: AdmissionPlugin = {
  name: "PodTolerationRestriction",
  isOffByDefault: true,
  handles: (target) => isPod(target) && (target.operation === "CREATE" || target.operation === "UPDATE"),
  admit(attributes) {
    const { object = {}, operation } = attributes;
    const spec = ensureObject(object, "spec");
    const extra = [
      ...(operation === "CREATE" ? readTolerations(attributes, DEFAULT_TOLERATIONS) : []),
      ...(isBestEffort(spec)
        ? []
        : [{ key: "node.kubernetes.io/memory-pressure", operator: "Exists", effect: "NoSchedule" }]),
    ];
    if (extra.length > 0) {
      spec.tolerations = mergeTolerations(objectsAt(spec, "tolerations"), extra);
    }
    refuseToleration(attributes);
    return undefined;
  },
  validate(attributes) {
    refuseToleration(attributes);
    return undefined;
  },
};

function refuseToleration(attributes: AdmissionAttributes): void {
  const tolerations = objectsAt(objectAt(attributes.object, "spec"), "tolerations");
  if (!areTolerationsAllowed(tolerations, readTolerations(attributes, ALLOWED_TOLERATIONS))) {
    const why = "pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace";
    throw statusFromPlainError(`${why} whitelist`);
  }
}

function readTolerations(attributes: AdmissionAttributes, annotation: string): JsonObject[] {
  const text = textAt(annotationsOf(attributes), annotation);
  try {
    const value: unknown = text === "" ? [] : JSON.parse(text);
    return Array.isArray(value) ? value.filter(isJsonObject) : [];
  } catch (error) {
    throw statusInternalError(error instanceof Error ? error.message : String(error));
  }
}

function isBestEffort(spec: JsonObject): boolean {
  const askers = [spec, ...objectsAt(spec, "containers"), ...objectsAt(spec, "initContainers")];
  return askers.every((asker) =>
    ["requests", "limits"].every((what) => Object.keys(objectAt(asker, "resources", what)).length === 0),
  );
}

const TOPOLOGY = ["topology.kubernetes.io/zone", "topology.kubernetes.io/region"];

/** A Pod on a node says where that is. */
export const podTopologyLabels: AdmissionPlugin = {
  name: "PodTopologyLabels",
  handles: (target) => isPod(target) && target.operation === "CREATE",
  admit({ object = {}, services }) {
    const node = textAt(objectAt(object, "spec"), "nodeName");
    const labels =
      node === "" ? {} : objectAt(peekObject(services, `/registry/core/nodes/${node}`), "metadata", "labels");
    for (const key of TOPOLOGY.filter((name) => Object.hasOwn(labels, name))) {
      setOwn(ensureObject(ensureObject(object, "metadata"), "labels"), key, labels[key] ?? "");
    }
    return undefined;
  },
};

/** Addresses that a service takes from others are not for everybody to choose. */
export const denyServiceExternalIps: AdmissionPlugin = {
  name: "DenyServiceExternalIPs",
  isOffByDefault: true,
  handles: ({ operation, resource, subresource }) =>
    (operation === "CREATE" || operation === "UPDATE") &&
    subresource === "" &&
    resource.group === "" &&
    resource.names.plural === "services",
  validate(attributes) {
    const of = (service: JsonObject | undefined): readonly unknown[] => {
      const { externalIPs } = objectAt(service, "spec");
      return Array.isArray(externalIPs) ? externalIPs : [];
    };
    const before = of(attributes.oldObject);
    if (of(attributes.object).some((address) => !before.includes(address))) {
      throw forbid(attributes, "Use of external IPs is denied by admission control");
    }
    return undefined;
  },
};
