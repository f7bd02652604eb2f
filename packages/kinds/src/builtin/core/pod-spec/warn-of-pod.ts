import {
  asObjects,
  asText,
  asTexts,
  type FieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  objectAt,
  printQuantity,
  quantityMilliValue,
  quoteGo,
} from "@kiln/api";
import { warnOfIp } from "../../check-ip.ts";
import { findRepeats } from "../../find-repeats.ts";
import { adviceOnNodeLabel, warnOfNodeSelectorTerm } from "../deprecated-node-labels.ts";
import { nodeTermsOf, podTermsOf } from "./validate-affinity.ts";
import { SECCOMP_CONTAINER, SECCOMP_POD } from "./validate-pod-annotations.ts";
import { readAmounts } from "./validate-resources.ts";
import { placedContainers } from "./visit-containers.ts";
import { warnOfPorts } from "./warn-of-ports.ts";
import { warnOfVolumes } from "./warn-of-volumes.ts";

/** Warnings about a Pod or template. `path` is that of the template; empty for a Pod. */
export function warnOfPod(holder: JsonObject, path: FieldPath): string[] {
  const spec = objectAt(holder, "spec");
  const at = path.child("spec");
  return [
    ...warnOfPlacement(spec, at),
    ...warnOfAnnotations(holder, path),
    ...warnOfVolumes(asObjects(spec.volumes), at.child("volumes")),
    ...warnOfRepeats(spec, at),
    ...warnOfFractions(spec.overhead, at.child("overhead")),
    ...warnOfSeccomp(holder, path),
    ...placedContainers(spec, at).flatMap(({ container, path: to }) =>
      warnOfContainer(holder, container, { path, at: to }),
    ),
    ...warnOfPorts(placedContainers(spec, at)),
    ...(Number(spec.terminationGracePeriodSeconds) < 0
      ? [
          `${at.child("terminationGracePeriodSeconds")}: must be >= 0; negative values are invalid and will be treated as 1`,
        ]
      : []),
    ...podTermsOf(objectAt(spec, "affinity"), at.child("affinity")).flatMap(({ term, path: to }) =>
      warnOfSelector(term, to),
    ),
    ...asTexts(objectAt(spec, "dnsConfig").nameservers).flatMap((server, i) =>
      warnOfIp(server, at.child("dnsConfig", "nameservers").index(i)),
    ),
    ...asObjects(spec.hostAliases).flatMap(({ ip }, i) => warnOfIp(ip, at.child("hostAliases").index(i).child("ip"))),
  ];
}

function warnOfPlacement(spec: JsonObject, path: FieldPath): string[] {
  return [
    ...Object.keys(objectAt(spec, "nodeSelector")).flatMap((key) => {
      const why = adviceOnNodeLabel(key);
      return why === undefined ? [] : [`${path.child("nodeSelector").key(key)}: ${why}`];
    }),
    ...nodeTermsOf(objectAt(spec, "affinity"), path.child("affinity")).flatMap(({ term, path: at, isPreferred }) =>
      warnOfNodeSelectorTerm(term, at, { checksValues: isPreferred }),
    ),
    ...asObjects(spec.topologySpreadConstraints).flatMap((constraint, i) => {
      const at = path.child("topologySpreadConstraints").index(i);
      const key = asText(constraint.topologyKey);
      const why = adviceOnNodeLabel(key);
      return [
        ...(why === undefined ? [] : [`${at.child("topologyKey")}: ${key} is ${why}`]),
        ...warnOfSelector(constraint, at),
      ];
    }),
  ];
}

function warnOfSelector({ labelSelector }: JsonObject, path: FieldPath): string[] {
  return labelSelector === undefined
    ? [`${path.child("labelSelector")}: a null labelSelector results in matching no pod`]
    : [];
}

const DEPRECATED_ANNOTATIONS: readonly (readonly [string, string])[] = [
  ["scheduler.alpha.kubernetes.io/critical-pod", 'non-functional in v1.16+; use the "priorityClassName" field instead'],
  ["security.alpha.kubernetes.io/sysctls", 'non-functional in v1.11+; use the "sysctls" field instead'],
  ["security.alpha.kubernetes.io/unsafe-sysctls", 'non-functional in v1.11+; use the "sysctls" field instead'],
];

function warnOfAnnotations(holder: JsonObject, path: FieldPath): string[] {
  const annotations = objectAt(holder, "metadata", "annotations");
  return DEPRECATED_ANNOTATIONS.filter(([key]) => Object.hasOwn(annotations, key)).map(
    ([key, why]) => `${path.child("metadata", "annotations").key(key)}: ${why}`,
  );
}

function warnOfRepeats(spec: JsonObject, path: FieldPath): string[] {
  const ips = asObjects(spec.hostAliases).map(({ ip }) => asText(ip));
  const secrets = asObjects(spec.imagePullSecrets).map(({ name }) => asText(name));
  const at = path.child("imagePullSecrets");
  const isRepeatedIp = findRepeats(ips);
  const isRepeatedSecret = findRepeats(secrets);
  return [
    ...ips.flatMap((ip, i) =>
      isRepeatedIp[i] === true
        ? [`${path.child("hostAliases").index(i).child("ip")}: duplicate ip ${quoteGo(ip)}`]
        : [],
    ),
    ...secrets.flatMap((name, i) =>
      isRepeatedSecret[i] === true ? [`${at.index(i).child("name")}: duplicate name ${quoteGo(name)}`] : [],
    ),
    ...secrets.flatMap((name, i) => (name === "" ? [`${at.index(i).child("name")}: invalid empty name ""`] : [])),
  ];
}

/** Warns of amounts with fractions of a byte. */
function warnOfFractions(amounts: JsonObject[string] | undefined, path: FieldPath, names = BYTES): string[] {
  const given = readAmounts(amounts);
  return names.flatMap((name) => {
    const amount = given.get(name);
    return amount === undefined || quantityMilliValue(amount) % 1000n === 0n
      ? []
      : [`${path.key(name)}: fractional byte value ${quoteGo(printQuantity(amount))} is invalid, must be an integer`];
  });
}

const BYTES = ["memory", "ephemeral-storage"];
const NO_SECCOMP = 'non-functional in v1.27+; use the "seccompProfile" field instead';

function warnOfSeccomp(holder: JsonObject, path: FieldPath): string[] {
  const annotations = objectAt(holder, "metadata", "annotations");
  const { seccompProfile } = objectAt(holder, "spec", "securityContext");
  return seccompProfile === undefined && Object.hasOwn(annotations, SECCOMP_POD)
    ? [`${path.child("metadata", "annotations").key(SECCOMP_POD)}: ${NO_SECCOMP}`]
    : [];
}

function warnOfContainer(
  holder: JsonObject,
  container: JsonObject,
  { path, at }: { readonly path: FieldPath; readonly at: FieldPath },
): string[] {
  const key = `${SECCOMP_CONTAINER}${asText(container.name)}`;
  const hasProfile = objectAt(container, "securityContext").seccompProfile !== undefined;
  const isAnnotated = getOwn(objectAt(holder, "metadata", "annotations"), key) !== undefined;
  const { limits, requests } = objectAt(container, "resources");
  return [
    ...(isAnnotated && !hasProfile ? [`${path.child("metadata", "annotations").key(key)}: ${NO_SECCOMP}`] : []),
    ...BYTES.flatMap((name) => [
      ...warnOfFractions(limits, at.child("resources", "limits"), [name]),
      ...warnOfFractions(requests, at.child("resources", "requests"), [name]),
    ]),
    ...warnOfVariables(asObjects(container.env), at.child("env")),
  ];
}

/**
 * Warns of duplicate environment variables. A variable may reference its own earlier value; otherwise that value is
 * lost.
 */
function warnOfVariables(variables: readonly JsonObject[], path: FieldPath): string[] {
  const names = variables.map(({ name }) => asText(name));
  const isRepeat = findRepeats(names);
  return variables.flatMap(({ value, valueFrom }, i) => {
    const name = names[i] as string;
    const reference = `$(${name})`;
    const text = asText(value);
    const isMade = !isJsonObject(valueFrom) && text !== reference && text.includes(reference);
    return isRepeat[i] === true && !isMade
      ? [`${path.index(i)}: hides previous definition of ${quoteGo(name)}, which may be dropped when using apply`]
      : [];
  });
}
