import {
  appendAll,
  asInteger,
  asObjects,
  asText,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  required,
} from "@kiln/api";
import { requireText } from "../../field-checks.ts";
import type { Scope } from "../../field-rules.ts";
import { checkMode, validateDownwardFile, validateKeyFile } from "./file-sources.ts";
import { type PodLeniency, STRICT } from "./pod-leniency.ts";
import { checkVolumeFilePath } from "./validate-path.ts";

/** Validates a projected volume: several sources in one directory, which must not have equal file paths. */
export function validateProjected(
  { defaultMode, sources }: JsonObject,
  path: FieldPath,
  { given: leniency = STRICT }: Scope<PodLeniency> = {},
): FieldError[] {
  const taken = new Set<string>();
  return [
    ...checkMode(defaultMode, path.child("defaultMode")),
    ...asObjects(sources).flatMap((source, i) =>
      validateProjection(source, { volume: path, path: path.child("sources").index(i), taken, leniency }),
    ),
  ];
}

interface Projection {
  /** Kubernetes: some errors of a source are reported at the volume (validation.go validateProjectionSources, v1.36). */
  readonly volume: FieldPath;
  readonly path: FieldPath;
  /** Paths of the files of all sources so far. */
  readonly taken: Set<string>;
  readonly leniency: PodLeniency;
}

function validateProjection(source: JsonObject, projection: Projection): FieldError[] {
  const { path } = projection;
  const given = Object.entries(PROJECTIONS).filter(([field]) => isJsonObject(source[field]));
  return [
    ...given.flatMap(([field, validate]) =>
      validate(source[field] as JsonObject, { ...projection, path: path.child(field) }),
    ),
    ...(given.length > 1 ? [forbidden(path, "may not specify more than 1 volume type per source")] : []),
  ];
}

const PROJECTIONS: Readonly<Record<string, (source: JsonObject, projection: Projection) => FieldError[]>> = {
  secret: validateKeys,
  configMap: validateKeys,
  downwardAPI: validateDownward,
  serviceAccountToken: validateToken,
};

function validateKeys({ name, items }: JsonObject, { volume, path, taken }: Projection): FieldError[] {
  return [
    ...requireText(name, path.child("name")),
    ...asObjects(items).flatMap((item, i) => [
      ...validateKeyFile(item, path.child("items").index(i)),
      ...takePath(asText(item.path), taken, () => invalid(volume, asText(name), CONFLICT)),
    ]),
  ];
}

const CONFLICT = "conflicting duplicate paths";

/** Adds a file path to `taken`; rejects a duplicate. */
function takePath(file: string, taken: Set<string>, refuse: () => FieldError): FieldError[] {
  if (file === "") {
    return [];
  }
  const isTaken = taken.has(file);
  taken.add(file);
  return isTaken ? [refuse()] : [];
}

function validateDownward({ items }: JsonObject, { volume, path, taken }: Projection): FieldError[] {
  return asObjects(items).flatMap((file) => {
    const name = asText(file.path);
    return [...validateDownwardFile(file, path), ...takePath(name, taken, () => invalid(volume, name, CONFLICT))];
  });
}

const MIN_SECONDS = 600;
const MAX_SECONDS = 2 ** 32;

function validateToken(source: JsonObject, { volume, path, leniency }: Projection): FieldError[] {
  const seconds = asInteger(source.expirationSeconds);
  const at = path.child("expirationSeconds");
  const file = asText(source.path);
  const errors: FieldError[] = [];
  if (seconds < MIN_SECONDS) {
    errors.push(invalid(at, seconds, "may not specify a duration less than 10 minutes"));
  }
  if (seconds > MAX_SECONDS) {
    errors.push(invalid(at, seconds, "may not specify a duration larger than 2^32 seconds"));
  }
  if (file === "") {
    errors.push(required(volume.child("path"), ""));
  } else if (!leniency.allowsAnyTokenPath) {
    appendAll(errors, checkVolumeFilePath(file, volume.child("path")));
  }
  return errors;
}
