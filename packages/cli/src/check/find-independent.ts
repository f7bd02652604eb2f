import { asObject, isJsonObject, type JsonObject, parseGroupVersion } from "@kiln/api";
import type { Manifest } from "../manifests/manifest.ts";

/** Kinds that admission of other objects reads from the store, and one that two groups share. */
const READ: ReadonlySet<unknown> = new Set(["Namespace", "Node", "ServiceAccount", "Event"]);
/** Metadata that only the commit handles, or that counts the objects before. */
const COMMITTED = ["resourceVersion", "uid", "managedFields", "generateName"];

/** Facts about a share of the objects on which checks of others may depend. Can be passed between threads. */
export interface Survey {
  /** Hash of the group, kind, namespace and name of each object. */
  readonly names: Float64Array;
  /** Namespaces with a ResourceQuota. */
  readonly counted: readonly string[];
  /** Whether there are policies or webhooks, which may read any object. */
  readonly hasPolicies: boolean;
  /** Whether there are namespaces with labels: their Pod security levels are compared with their Pods. */
  readonly readsPods: boolean;
  /** Whether there are IPAddresses: each Service is stored with one. */
  readonly hasAddresses: boolean;
  /** Whether there are ServiceAccounts, which Pods refer to. */
  readonly hasAccounts: boolean;
}

/** Facts about all objects. Can be passed between threads. */
export interface Surroundings extends Omit<Survey, "names"> {
  /** Hashes of the names that several objects have. */
  readonly repeated: readonly number[];
}

export function surveyManifests(manifests: readonly Manifest[], namespace: string): Survey {
  const names = new Float64Array(manifests.length);
  const counted = new Set<string>();
  let hasPolicies = false;
  let readsPods = false;
  let hasAddresses = false;
  let hasAccounts = false;
  for (const [i, { object }] of manifests.entries()) {
    const group = groupOf(object);
    names[i] = hashText(keyOf(object, namespace));
    hasPolicies ||= group === "admissionregistration.k8s.io";
    hasAddresses ||= object.kind === "IPAddress";
    hasAccounts ||= object.kind === "ServiceAccount";
    if (group === "" && object.kind === "ResourceQuota") {
      counted.add(namespaceOf(object, namespace));
    }
    readsPods ||= group === "" && object.kind === "Namespace" && isJsonObject(asObject(object.metadata).labels);
  }
  return { names, counted: [...counted], hasPolicies, readsPods, hasAddresses, hasAccounts };
}

export function mergeSurveys(surveys: readonly Survey[]): Surroundings {
  const any = (what: (survey: Survey) => boolean) => surveys.some(what);
  return {
    repeated: findRepeated(surveys.map(({ names }) => names)),
    counted: surveys.flatMap((survey) => survey.counted),
    hasPolicies: any((survey) => survey.hasPolicies),
    readsPods: any((survey) => survey.readsPods),
    hasAddresses: any((survey) => survey.hasAddresses),
    hasAccounts: any((survey) => survey.hasAccounts),
  };
}

function findRepeated(all: readonly Float64Array[]): number[] {
  const sorted = new Float64Array(all.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  for (const names of all) {
    sorted.set(names, length);
    length += names.length;
  }
  sorted.sort();
  return [...new Set(sorted.filter((name, i) => name === sorted[i - 1]))];
}

/**
 * Returns a predicate for objects that need not be stored: no other object has their name, and the checks of other
 * objects do not read them. The kinds that the server follows (classes, quotas, roles, policies) are excluded by the
 * server itself.
 */
export function findIndependent(surroundings: Surroundings, namespace: string): (object: JsonObject) => boolean {
  const counted = new Set(surroundings.counted);
  const repeated = new Set(surroundings.repeated);
  const { hasPolicies, readsPods, hasAddresses } = surroundings;
  if (hasPolicies) {
    return () => false;
  }
  return (object) =>
    !READ.has(object.kind) &&
    !(readsPods && object.kind === "Pod") &&
    !(hasAddresses && object.kind === "Service") &&
    isPlain(object) &&
    !counted.has(namespaceOf(object, namespace)) &&
    (repeated.size === 0 || !repeated.has(hashText(keyOf(object, namespace))));
}

/** Whether an independent object can also be checked by another server, which has not seen the objects before it. */
export function isPortable(object: JsonObject, { hasAccounts }: Surroundings): boolean {
  switch (object.kind) {
    case "Pod":
      return !hasAccounts;
    case "Service":
      return !asksForNumbers(asObject(object.spec));
    default:
      return true;
  }
}

/** Whether a Service needs node ports, of which there are few, or certain addresses. */
function asksForNumbers({ type, clusterIP, clusterIPs, healthCheckNodePort }: JsonObject): boolean {
  const isInside = type === undefined || type === "ClusterIP" || type === "ExternalName";
  return (
    !isInside ||
    healthCheckNodePort !== undefined ||
    [clusterIP, clusterIPs].some((each) => each !== undefined && each !== "None")
  );
}

function isPlain({ metadata }: JsonObject): boolean {
  return (
    isJsonObject(metadata) &&
    typeof metadata.name === "string" &&
    metadata.name !== "" &&
    COMMITTED.every((field) => metadata[field] === undefined)
  );
}

/** Same for all versions of a kind. */
function keyOf(object: JsonObject, namespace: string): string {
  const { name } = asObject(object.metadata);
  return `${groupOf(object)}/${object.kind}/${namespaceOf(object, namespace)}/${name}`;
}

function namespaceOf({ metadata }: JsonObject, fallback: string): string {
  return String(asObject(metadata).namespace ?? fallback);
}

function groupOf({ apiVersion }: JsonObject): string {
  const text = typeof apiVersion === "string" ? apiVersion : "";
  return text.includes("/") ? (parseGroupVersion(text).value?.group ?? "") : "";
}

/** Hash of 53 bits. Two names with the same hash only cost time: their objects are stored. */
function hashText(text: string): number {
  let a = 0x811c9dc5;
  let b = 0x1000193;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b) ^ (b >>> 13);
  }
  return (a >>> 0) * 0x200000 + ((b >>> 0) & 0x1fffff);
}
