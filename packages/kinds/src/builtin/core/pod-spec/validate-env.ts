import {
  asObjects,
  asText,
  checkRelaxedEnvVarName,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  nameIsDns1123Subdomain,
  notFound,
} from "@kiln/api";
import { checkText, requireAnd } from "../../field-checks.ts";
import { type CheckFields, fieldRules } from "../../field-rules.ts";
import { VARIABLE_FIELDS, validateFieldRef, validateResourceFieldRef } from "./validate-field-ref.ts";
import { checkNoBacksteps } from "./validate-path.ts";

export function validateEnv(variables: readonly JsonObject[], path: FieldPath): FieldError[] {
  return variables.flatMap((variable, i) => [
    ...requireAnd(variable.name, path.index(i).child("name"), checkVariableName),
    ...validateValueFrom(variable, path.index(i).child("valueFrom")),
  ]);
}

function checkVariableName(name: JsonObject[string] | undefined, path: FieldPath): FieldError[] {
  return checkText(name, path, checkRelaxedEnvVarName);
}

const checkKeyRef = fieldRules({ name: "subdomain", key: "required;configMapKey" });

const SOURCES: Readonly<Record<string, CheckFields>> = {
  fieldRef: (source, path) => validateFieldRef(source, path, VARIABLE_FIELDS),
  resourceFieldRef: (source, path) => validateResourceFieldRef(source, path, { needsContainer: false }),
  configMapKeyRef: checkKeyRef,
  secretKeyRef: checkKeyRef,
  fileKeyRef: fieldRules({
    key: ["required", checkVariableName],
    volumeName: "required;label",
    path: ["required", checkNoBacksteps],
  }),
};

function validateValueFrom({ value, valueFrom }: JsonObject, path: FieldPath): FieldError[] {
  if (!isJsonObject(valueFrom)) {
    return [];
  }
  const given = Object.entries(SOURCES).filter(([name]) => isJsonObject(valueFrom[name]));
  const errors = given.flatMap(([name, validate]) => validate(valueFrom[name] as JsonObject, path.child(name)));
  const fault = valueFromFault(given.length, asText(value));
  return fault === undefined ? errors : [...errors, invalid(path, "", fault)];
}

function valueFromFault(count: number, value: string): string | undefined {
  if (count === 0) {
    return "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`";
  }
  if (value !== "") {
    return "may not be specified when `value` is not empty";
  }
  return count > 1 ? "may not have more than one field specified at a time" : undefined;
}

const checkEnvSource = fieldRules({
  prefix: ["optional", checkVariableName],
  "configMapRef.name,secretRef.name": ["required", checkSourceName],
});

export function validateEnvFrom(sources: readonly JsonObject[], path: FieldPath): FieldError[] {
  return sources.flatMap((source, i) => {
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
export function validateFileKeyVolumes(
  spec: JsonObject,
  containers: readonly { readonly container: JsonObject; readonly path: FieldPath }[],
): FieldError[] {
  const volumes = new Map(asObjects(spec.volumes).map((volume) => [asText(volume.name), volume]));
  return containers.flatMap(({ container, path }) =>
    asObjects(container.env).flatMap(({ valueFrom }, i) => {
      const ref = isJsonObject(valueFrom) ? valueFrom.fileKeyRef : undefined;
      if (!isJsonObject(ref)) {
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
