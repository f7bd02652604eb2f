import {
  asObjects,
  asText,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
} from "@kiln/api";
import { fieldRules, type RuleSteps, type Scope } from "../../field-rules.ts";
import { checkMode, validateDownwardFile, validateKeyFile } from "./file-sources.ts";
import { type PodLeniency, STRICT } from "./pod-leniency.ts";
import { checkVolumeFilePath } from "./validate-path.ts";

/** Surroundings of a source. */
interface Projection {
  /** Kubernetes: some errors of a source are reported at the volume (validation.go validateProjectionSources, v1.36). */
  readonly volume: FieldPath;
  /** Paths of the files of all sources so far. */
  readonly taken: Set<string>;
  readonly leniency: PodLeniency;
}

/** Validates a projected volume: several sources in one directory, which must not have equal file paths. */
export function validateProjected(
  volume: JsonObject,
  path: FieldPath,
  { given: leniency = STRICT }: Scope<PodLeniency> = {},
): FieldError[] {
  return checkProjected(volume, path, { given: { volume: path, taken: new Set(), leniency } });
}

const KEYS: RuleSteps<Projection> = [{ name: "required" }, validateItems];

const checkProjected = fieldRules<Projection>({
  defaultMode: checkMode,
  "sources[]": [
    {
      secret: ["pointer", ...KEYS],
      configMap: ["pointer", ...KEYS],
      downwardAPI: ["pointer", validateDownward],
      serviceAccountToken: [
        "pointer",
        {
          expirationSeconds: [
            "min=600 may not specify a duration less than 10 minutes",
            `max=${2 ** 32} may not specify a duration larger than 2^32 seconds`,
          ],
        },
        validateTokenPath,
      ],
    },
    refuseSecond,
  ],
});

const SOURCES: readonly string[] = ["secret", "configMap", "downwardAPI", "serviceAccountToken"];

function refuseSecond(source: JsonObject, path: FieldPath): FieldError[] {
  return SOURCES.filter((field) => isJsonObject(source[field])).length > 1
    ? [forbidden(path, "may not specify more than 1 volume type per source")]
    : [];
}

function validateItems({ name, items }: JsonObject, path: FieldPath, { given }: Scope<Projection>): FieldError[] {
  const { volume, taken } = given as Projection;
  return asObjects(items).flatMap((item, i) => [
    ...validateKeyFile(item, path.child("items").index(i)),
    ...takePath(asText(item.path), taken, () => invalid(volume, asText(name), CONFLICT)),
  ]);
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

function validateDownward({ items }: JsonObject, path: FieldPath, { given }: Scope<Projection>): FieldError[] {
  const { volume, taken } = given as Projection;
  return asObjects(items).flatMap((file) => {
    const name = asText(file.path);
    return [...validateDownwardFile(file, path), ...takePath(name, taken, () => invalid(volume, name, CONFLICT))];
  });
}

/** The path is a field of the source, but its errors are reported below the volume. */
function validateTokenPath(source: JsonObject, _: FieldPath, { given }: Scope<Projection>): FieldError[] {
  const { volume, leniency } = given as Projection;
  return (leniency.allowsAnyTokenPath ? checkAnyPath : checkTokenPath)(source, volume);
}

const checkAnyPath = fieldRules({ path: "required" });
const checkTokenPath = fieldRules({ path: ["required", checkVolumeFilePath] });
