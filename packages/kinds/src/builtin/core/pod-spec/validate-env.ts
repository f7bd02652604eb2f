import {
  asObjects,
  asText,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  nameIsDns1123Subdomain,
  notFound,
} from "@kiln/api";
import { checkText } from "../../field-checks.ts";
import { type FieldRules, fieldRules, type RuleSteps } from "../../field-rules.ts";
import { validateResourceRef, validateVariableRef } from "./validate-field-ref.ts";
import { checkNoBacksteps } from "./validate-path.ts";
import { placedContainers, someContainer } from "./visit-containers.ts";

const KEY_REF: FieldRules = { name: "subdomain", key: "required;configMapKey" };

/** Rules of a variable. */
export const VARIABLE: RuleSteps = [
  {
    name: "required;variableName",
    valueFrom: {
      fieldRef: ["pointer", validateVariableRef],
      resourceFieldRef: ["pointer", validateResourceRef],
      configMapKeyRef: KEY_REF,
      secretKeyRef: KEY_REF,
      fileKeyRef: {
        key: "required;variableName",
        volumeName: "required;label",
        path: ["required", checkNoBacksteps],
      },
    },
  },
  checkSources,
];

const SOURCES: readonly string[] = ["fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef"];

function checkSources({ value, valueFrom }: JsonObject, path: FieldPath): FieldError[] {
  if (!isJsonObject(valueFrom)) {
    return [];
  }
  const count = SOURCES.filter((name) => isJsonObject(valueFrom[name])).length;
  const fault = sourcesFault(count, asText(value));
  return fault === undefined ? [] : [invalid(path.child("valueFrom"), "", fault)];
}

function sourcesFault(count: number, value: string): string | undefined {
  if (count === 0) {
    return "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`";
  }
  if (value !== "") {
    return "may not be specified when `value` is not empty";
  }
  return count > 1 ? "may not have more than one field specified at a time" : undefined;
}

const checkEnvSource = fieldRules({
  prefix: "optional;variableName",
  "configMapRef.name,secretRef.name": ["required", checkSourceName],
});

/**
 * Validates `envFrom`. Kubernetes: a wrong number of sources is reported at the list (validation.go ValidateEnvFrom,
 * v1.36).
 */
export function validateEnvFrom(sources: JsonValue | undefined, path: FieldPath): FieldError[] {
  return asObjects(sources).flatMap((source, i) => {
    const count = ["configMapRef", "secretRef"].filter((field) => isJsonObject(source[field])).length;
    return [
      ...checkEnvSource(source, path.index(i)),
      ...(count === 0 ? [invalid(path, "", "must specify one of: `configMapRef` or `secretRef`")] : []),
      ...(count > 1 ? [invalid(path, "", "may not have more than one field specified at a time")] : []),
    ];
  });
}

/**
 * Validates the name of a ConfigMap or Secret. Kubernetes: as a name prefix, so a trailing dash is valid
 * (core/validation/validation.go validateConfigMapEnvSource, v1.36).
 */
function checkSourceName(name: string, path: FieldPath): FieldError[] {
  return checkText(name, path, (text) => nameIsDns1123Subdomain(text, "prefix"));
}

/** Rejects variables from a file (fileKeyRef) unless the file's volume is an emptyDir, which only this Pod writes. */
export function validateFileKeyVolumes(spec: JsonObject, root: FieldPath): FieldError[] {
  if (!someContainer(spec, ({ env }) => asObjects(env).some((variable) => fileOf(variable) !== undefined))) {
    return [];
  }
  const volumes = new Map(asObjects(spec.volumes).map((volume) => [asText(volume.name), volume]));
  return placedContainers(spec, root).flatMap(({ container, path }) =>
    asObjects(container.env).flatMap((variable, i) => {
      const ref = fileOf(variable);
      if (ref === undefined) {
        return [];
      }
      const name = asText(ref.volumeName);
      const volume = volumes.get(name);
      const at = path.child("env").index(i).child("valueFrom", "fileKeyRef", "volumeName");
      if (volume === undefined) {
        return [notFound(at, name)];
      }
      return volume.emptyDir === undefined ? [invalid(at, name, "referenced volume must be of type emptyDir")] : [];
    }),
  );
}

function fileOf({ valueFrom }: JsonObject): JsonObject | undefined {
  const ref = isJsonObject(valueFrom) ? valueFrom.fileKeyRef : undefined;
  return isJsonObject(ref) ? ref : undefined;
}
