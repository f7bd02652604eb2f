import { type FieldError, fieldPath, isJsonObject, type JsonObject, required } from "@kiln/api";
import { IMMUTABLE } from "../../natives/marks.ts";
import { areMarked, type Declaration } from "../declaration.ts";
import { checkImmutable, checkNonNegative } from "../field-checks.ts";

const DATA = fieldPath("data");

/** ControllerRevision: a controller's copy of a former Pod template. */
export const controllerRevision: Declaration = {
  resource: "controllerrevisions.apps",
  marks: { data: IMMUTABLE },
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["update", "create"] },
  strategy: (settings) => ({
    validateCreate: (object) => [...checkRevision(object), ...requireData(object)],
    validateUpdate: (object, old) => [
      ...checkRevision(object),
      ...(areMarked(settings) ? [] : checkImmutable(object.data, old.data, DATA)),
    ],
  }),
};

function checkRevision({ revision }: JsonObject): FieldError[] {
  return checkNonNegative(revision, fieldPath("revision"));
}

function requireData({ data }: JsonObject): FieldError[] {
  if (data === undefined || data === null) {
    return [required(DATA, "data is mandatory")];
  }
  return isJsonObject(data) ? [] : [required(DATA, "data must be a valid JSON object")];
}
