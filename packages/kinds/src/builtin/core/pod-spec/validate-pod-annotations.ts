import {
  asText,
  asTextEntries,
  type FieldError,
  type FieldPath,
  forbidden,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  objectAt,
  quoteGo,
  rootPath,
} from "@kiln/api";
import type { PodLeniency } from "./pod-leniency.ts";
import { checkDescendingPath } from "./validate-path.ts";
import { placedContainers } from "./visit-containers.ts";

export const MIRROR = "kubernetes.io/config.mirror";
const DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
const SECCOMP = "seccomp.security.alpha.kubernetes.io/";
export const SECCOMP_POD = "seccomp.security.alpha.kubernetes.io/pod";
export const SECCOMP_CONTAINER = "container.seccomp.security.alpha.kubernetes.io/";
const APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/";

/** Validates annotations with a meaning: mirror Pod, deletion cost, seccomp and AppArmor profiles. */
export function validatePodAnnotations(
  annotations: JsonObject,
  path: FieldPath,
  { spec, leniency }: { readonly spec: JsonObject; readonly leniency: PodLeniency },
): FieldError[] {
  const mirror = getOwn(annotations, MIRROR);
  return [
    ...(mirror !== undefined && asText(spec.nodeName) === ""
      ? [invalid(path.key(MIRROR), mirror, "must set spec.nodeName if mirror pod annotation is set")]
      : []),
    ...(leniency.allowsInvalidDeletionCost || isDeletionCost(annotations)
      ? []
      : [invalid(path.key(DELETION_COST), getOwn(annotations, DELETION_COST), "must be a 32bit integer")]),
    ...validateSeccomp(annotations, path),
    ...validateAppArmor(annotations, path, spec),
  ];
}

const MAX_INT32 = 2 ** 31 - 1;

/** True if the Pod deletion cost annotation is absent or valid. */
export function isDeletionCost(annotations: JsonObject): boolean {
  const cost = getOwn(annotations, DELETION_COST);
  if (cost === undefined) {
    return true;
  }
  const text = asText(cost);
  return /^(?:0|-\d+|[1-9]\d*)$/.test(text) && Number(text) >= -MAX_INT32 - 1 && Number(text) <= MAX_INT32;
}

function validateSeccomp(annotations: JsonObject, path: FieldPath): FieldError[] {
  const profiles = asTextEntries(annotations).filter(([key]) => key.includes(SECCOMP));
  return [
    ...profiles.filter(([key]) => key === SECCOMP_POD),
    ...profiles.filter(([key]) => key.startsWith(SECCOMP_CONTAINER)),
  ].flatMap(([key, profile]) => checkSeccomp(profile, path.child(key)));
}

function checkSeccomp(profile: string, path: FieldPath): FieldError[] {
  if (["runtime/default", "docker/default", "unconfined"].includes(profile)) {
    return [];
  }
  return profile.startsWith(LOCAL)
    ? checkDescendingPath(profile.slice(LOCAL.length), path)
    : [invalid(path, profile, "must be a valid seccomp profile")];
}

const LOCAL = "localhost/";

function validateAppArmor(annotations: JsonObject, path: FieldPath, spec: JsonObject): FieldError[] {
  if (!Object.keys(annotations).some((key) => key.startsWith(APP_ARMOR))) {
    return [];
  }
  const names = new Set(placedContainers(spec, rootPath).map(({ container }) => asText(container.name)));
  return asTextEntries(annotations)
    .filter(([key]) => key.startsWith(APP_ARMOR))
    .flatMap(([key, profile]) => {
      const name = key.slice(APP_ARMOR.length);
      const isKnown = ["", "runtime/default", "unconfined"].includes(profile) || profile.startsWith(LOCAL);
      return [
        ...(names.has(name) ? [] : [invalid(path.key(key), name, "container not found")]),
        ...(isKnown ? [] : [invalid(path.key(key), profile, `invalid AppArmor profile name: ${quoteGo(profile)}`)]),
      ];
    });
}

/** Rejects changes of annotations that can only be set on create. */
export function validateAnnotationChanges(now: JsonObject, old: JsonObject, path: FieldPath): FieldError[] {
  const changed = asTextEntries(old).filter(([key, value]) => getOwn(now, key) !== value);
  const added = Object.keys(now).filter((key) => !Object.hasOwn(old, key));
  return [
    ...changed.flatMap(([key]) => [
      ...(key.startsWith(APP_ARMOR) ? [forbidden(path.key(key), "may not remove or update AppArmor annotations")] : []),
      ...(key === MIRROR ? [forbidden(path.key(key), "may not remove or update mirror pod annotation")] : []),
    ]),
    ...added.flatMap((key) => [
      ...(key.startsWith(APP_ARMOR) ? [forbidden(path.key(key), "may not add AppArmor annotations")] : []),
      ...(key === MIRROR ? [forbidden(path.key(key), "may not add mirror pod annotation")] : []),
    ]),
  ];
}

/** Validates that a security profile set both as a field and as an annotation is the same. */
export function validateProfilesMatch(annotations: JsonObject, spec: JsonObject, path: FieldPath): FieldError[] {
  if (Object.keys(annotations).length === 0) {
    return [];
  }
  const context = objectAt(spec, "securityContext");
  const containers = placedContainers(spec, path).map(({ container, path: at }) => ({
    name: asText(container.name),
    own: objectAt(container, "securityContext"),
    path: at.child("securityContext"),
  }));
  const seccompOf = (key: string, profile: JsonObject[string] | undefined, at: FieldPath) =>
    compareProfile(getOwn(annotations, key), profile, { path: at.child("seccompProfile"), name: "seccomp" });
  const armor =
    objectAt(spec, "os").name === "windows"
      ? []
      : containers.flatMap(({ name, own, path: at }) =>
          compareProfile(getOwn(annotations, `${APP_ARMOR}${name}`), own.appArmorProfile ?? context.appArmorProfile, {
            path: at.child("appArmorProfile"),
            name: "apparmor",
          }),
        );
  return [
    ...seccompOf(SECCOMP_POD, context.seccompProfile, path.child("securityContext")),
    ...containers.flatMap(({ name, own, path: at }) =>
      seccompOf(`${SECCOMP_CONTAINER}${name}`, own.seccompProfile, at),
    ),
    ...armor,
  ];
}

interface ProfileKind {
  readonly path: FieldPath;
  readonly name: "seccomp" | "apparmor";
}

function compareProfile(
  annotation: JsonObject[string] | undefined,
  profile: JsonObject[string] | undefined,
  { path, name }: ProfileKind,
): FieldError[] {
  if (annotation === undefined || !isJsonObject(profile)) {
    return [];
  }
  const text = asText(annotation);
  const differs = [forbidden(path.child("type"), `${name} type in annotation and field must match`)];
  switch (profile.type) {
    case "Unconfined":
      return text === "unconfined" ? [] : differs;
    case "RuntimeDefault":
      return text === "runtime/default" || (name === "seccomp" && text === "docker/default") ? [] : differs;
    case "Localhost":
      if (!text.startsWith(LOCAL)) {
        return differs;
      }
      return profile.localhostProfile === text.slice(LOCAL.length)
        ? []
        : [forbidden(path.child("localhostProfile"), `${name} profile in annotation and field must match`)];
    default:
      return [];
  }
}
