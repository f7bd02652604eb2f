import { deepEqual, type JsonObject, objectAt, objectsAt, statusForbidden, statusInvalid, textAt } from "@kiln/api";
import { groupResourceOf, NAMESPACE_PREFIX, readHead } from "@kiln/kinds";
import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget, Verdict } from "../admission-plugin.ts";
import { annotate } from "../annotate.ts";
import { evaluatePod, printViolations } from "./evaluate-pod.ts";
import type { PodLike } from "./security-check.ts";
import {
  compareLevels,
  isSameLevel,
  printLevelVersion,
  readSecurityPolicy,
  type SecurityPolicy,
} from "./security-policy.ts";
import { warnOfPods } from "./warn-of-pods.ts";

const AUDIT = "pod-security.kubernetes.io/";

/** Paths of Pod templates in workloads, by group and plural. */
const TEMPLATES: ReadonlyMap<string, readonly string[]> = new Map([
  ["/podtemplates", ["template"]],
  ["/replicationcontrollers", ["spec", "template"]],
  ["apps/replicasets", ["spec", "template"]],
  ["apps/deployments", ["spec", "template"]],
  ["apps/daemonsets", ["spec", "template"]],
  ["apps/statefulsets", ["spec", "template"]],
  ["batch/jobs", ["spec", "template"]],
  ["batch/cronjobs", ["spec", "jobTemplate", "spec", "template"]],
]);

/** Subresources of Pods that cannot change containers. */
const HARMLESS: readonly string[] = ["exec", "attach", "binding", "eviction", "log", "portforward", "proxy", "status"];

/** PodSecurity: enforces the Pod security level of the namespace on Pods, and warns about workloads. */
export const podSecurity: AdmissionPlugin = {
  name: "PodSecurity",
  handles(target) {
    const { operation, subresource, resource } = target;
    if (operation !== "CREATE" && operation !== "UPDATE") {
      return false;
    }
    return isPods(target)
      ? !HARMLESS.includes(subresource)
      : subresource === "" && (isNamespaces(target) || TEMPLATES.has(`${resource.group}/${resource.names.plural}`));
  },
  validate(attributes) {
    if (isNamespaces(attributes)) {
      return validateNamespace(attributes);
    }
    const { policy, errors } = policyOf(attributes);
    if (errors.length > 0 || !isPrivileged(policy)) {
      validatePods(attributes, policy);
    }
    return undefined;
  },
};

function isPods({ resource }: AdmissionTarget): boolean {
  return resource.group === "" && resource.names.plural === "pods";
}

function isNamespaces({ resource }: AdmissionTarget): boolean {
  return resource.group === "" && resource.names.plural === "namespaces";
}

function isPrivileged({ enforce, audit, warn }: SecurityPolicy): boolean {
  return [enforce, audit, warn].every(({ level }) => level === "privileged");
}

function policyOf({ services, namespace }: AdmissionAttributes): ReturnType<typeof readSecurityPolicy> {
  const entry = services.store.peek(NAMESPACE_PREFIX + namespace);
  const head = entry === undefined ? undefined : readHead(entry.value);
  return readSecurityPolicy((head?.labels ?? {}) as JsonObject);
}

function validatePods(attributes: AdmissionAttributes, policy: SecurityPolicy): void {
  const { resource, object = {}, oldObject = {}, operation } = attributes;
  if (isPods(attributes)) {
    if (operation === "CREATE" || isSignificant(object, oldObject)) {
      judge(attributes, policy, { pod: toPodLike(object), mayRefuse: true });
    }
    return;
  }
  const template = objectAt(object, ...(TEMPLATES.get(`${resource.group}/${resource.names.plural}`) ?? []));
  if (template.spec !== undefined) {
    judge(attributes, policy, { pod: toPodLike(template), mayRefuse: false });
  }
}

function toPodLike(object: JsonObject): PodLike {
  return { metadata: objectAt(object, "metadata"), spec: objectAt(object, "spec") };
}

/** Whether an update changes fields that the level restricts; most fields of a Pod are immutable. */
function isSignificant(pod: JsonObject, old: JsonObject): boolean {
  const [spec, oldSpec] = [objectAt(pod, "spec"), objectAt(old, "spec")];
  const images = (of: JsonObject, field: string) => objectsAt(of, field).map((one) => textAt(one, "image"));
  const before = new Map(objectsAt(oldSpec, "ephemeralContainers").map((one) => [one.name, one.image]));
  return (
    ["containers", "initContainers"].some((field) => !deepEqual(images(spec, field), images(oldSpec, field))) ||
    objectsAt(spec, "ephemeralContainers").some(({ name, image }) => !before.has(name) || before.get(name) !== image)
  );
}

interface Judged {
  readonly pod: PodLike;
  readonly mayRefuse: boolean;
}

function judge(attributes: AdmissionAttributes, policy: SecurityPolicy, { pod, mayRefuse }: Judged): void {
  const { resource, name, requester } = attributes;
  const { enforce, audit, warn } = policy;
  const refused = mayRefuse ? evaluatePod(enforce, pod) : [];
  if (mayRefuse) {
    annotate(attributes, { key: `${AUDIT}enforce-policy`, value: printLevelVersion(enforce) });
  }
  const noted = evaluatePod(audit, pod);
  if (noted.length > 0) {
    const value = `would violate PodSecurity "${printLevelVersion(audit)}": ${printViolations(noted)}`;
    annotate(attributes, { key: `${AUDIT}audit-violations`, value });
  }
  if (refused.length > 0) {
    const why = `violates PodSecurity "${printLevelVersion(enforce)}": ${printViolations(refused)}`;
    throw statusForbidden(groupResourceOf(resource), name, why);
  }
  const warned = evaluatePod(warn, pod);
  if (warned.length > 0) {
    requester.warnings.push(`would violate PodSecurity "${printLevelVersion(warn)}": ${printViolations(warned)}`);
  }
}

/** Validates the labels of a namespace, and warns about existing Pods that violate the new level. */
function validateNamespace(attributes: AdmissionAttributes): Verdict {
  const { object, oldObject, name, operation, kind } = attributes;
  const after = readSecurityPolicy(objectAt(object, "metadata", "labels"));
  const before = readSecurityPolicy(objectAt(oldObject, "metadata", "labels"));
  const isNews = operation === "CREATE" || !deepEqual(printAll(after.errors), printAll(before.errors));
  if (after.errors.length > 0 && isNews) {
    throw statusInvalid({ group: kind.group, kind: kind.kind }, name, [...after.errors]);
  }
  const [enforce, old] = [after.policy.enforce, before.policy.enforce];
  const isRelaxed = enforce.minor === old.minor && compareLevels(enforce.level, old.level) <= 0;
  if (operation === "CREATE" || isSameLevel(enforce, old) || enforce.level === "privileged" || isRelaxed) {
    return undefined;
  }
  return warnOfPods(attributes, enforce);
}

function printAll(errors: readonly object[]): string[] {
  return errors.map((error) => JSON.stringify(error));
}
