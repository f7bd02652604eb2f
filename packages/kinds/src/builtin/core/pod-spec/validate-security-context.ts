import {
  asText,
  asTexts,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  notSupported,
  required,
  tooLong,
  utf8Length,
} from "@kiln/api";
import { withGoStruct } from "../../../go/print-go-struct.ts";
import type { RuleSteps, Scope } from "../../field-rules.ts";
import type { PodSurroundings } from "./pod-surroundings.ts";
import { checkDescendingPath } from "./validate-path.ts";
import { validateWindowsOptions } from "./validate-windows-options.ts";

/** Rules of the security context of a container. */
export const SECURITY_CONTEXT: RuleSteps<PodSurroundings> = [
  {
    "runAsUser,runAsGroup": "pointer;range=0..2147483647",
    procMount: ["pointer;enum=Default|Unmasked", checkUnmasked],
    seccompProfile: ["pointer", validateSeccompProfile],
  },
  validateEscalation,
  {
    windowsOptions: ["pointer", validateWindowsOptions],
    appArmorProfile: ["pointer", validateAppArmorProfile],
  },
];

function checkUnmasked(procMount: JsonValue, path: FieldPath, { given }: Scope<PodSurroundings>): FieldError[] {
  return procMount === "Unmasked" && given?.spec.hostUsers !== false
    ? [invalid(path, procMount, "`hostUsers` must be false to use `Unmasked`")]
    : [];
}

function validateEscalation(context: JsonObject | undefined, path: FieldPath): FieldError[] {
  if (context?.allowPrivilegeEscalation !== false) {
    return [];
  }
  const { privileged, capabilities } = context;
  const added = isJsonObject(capabilities) ? asTexts(capabilities.add) : [];
  const refuse = (what: string) =>
    withGoStruct(
      invalid(path, context, `cannot set \`allowPrivilegeEscalation\` to false and ${what}`),
      "core/v1.SecurityContext",
    );
  return [
    ...(privileged === true ? [refuse("`privileged` to true")] : []),
    ...added
      .filter((capability) => capability === "CAP_SYS_ADMIN")
      .map(() => refuse("`capabilities.Add` CAP_SYS_ADMIN")),
  ];
}

const PROFILES = ["Localhost", "RuntimeDefault", "Unconfined"];

export function validateSeccompProfile(profile: JsonValue | undefined, path: FieldPath): FieldError[] {
  if (!isJsonObject(profile)) {
    return [];
  }
  const { type, localhostProfile } = profile;
  const at = path.child("localhostProfile");
  return [...checkProfileType(type, path.child("type"), "seccompProfile"), ...validateLocalProfile()];

  function validateLocalProfile(): FieldError[] {
    if (type === "Localhost") {
      return localhostProfile === undefined
        ? [required(at, "must be set when seccomp type is Localhost")]
        : checkDescendingPath(localhostProfile, at);
    }
    const error = invalid(at, profile as JsonObject, "can only be set when seccomp type is Localhost");
    return localhostProfile === undefined ? [] : [withGoStruct(error, "core/v1.SeccompProfile")];
  }
}

function checkProfileType(value: JsonValue | undefined, path: FieldPath, field: string): FieldError[] {
  const type = asText(value);
  if (type === "") {
    return [required(path, `type is required when ${field} is set`)];
  }
  return PROFILES.includes(type) ? [] : [notSupported(path, type, PROFILES)];
}

const MAX_PROFILE = 4095;
const NEEDS_PROFILE = "must be set when AppArmor type is Localhost";

export function validateAppArmorProfile(profile: JsonValue | undefined, path: FieldPath): FieldError[] {
  if (!isJsonObject(profile)) {
    return [];
  }
  const { type, localhostProfile } = profile;
  const at = path.child("localhostProfile");
  if (type === "Localhost") {
    return localhostProfile === undefined
      ? [required(at, NEEDS_PROFILE)]
      : checkLocalProfile(asText(localhostProfile), at);
  }
  const errors = checkProfileType(type, path.child("type"), "appArmorProfile");
  return errors.length > 0 || localhostProfile === undefined
    ? errors
    : [invalid(at, localhostProfile, "can only be set when AppArmor type is Localhost")];
}

function checkLocalProfile(profile: string, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (profile.trim() !== profile) {
    errors.push(invalid(path, profile, "must not be padded with whitespace"));
  } else if (profile === "") {
    errors.push(required(path, NEEDS_PROFILE));
  }
  return utf8Length(profile) > MAX_PROFILE ? [...errors, tooLong(path, MAX_PROFILE)] : errors;
}
