import { type FieldError, type FieldPath, isJsonObject, type JsonValue, required, rootPath } from "@kiln/api";
import { IMMUTABLE } from "../../natives/marks.ts";
import { areMarked, type Declaration } from "../declaration.ts";
import { fieldRules } from "../field-rules.ts";

/** ControllerRevision: a controller's copy of a former Pod template. */
export const controllerRevision: Declaration = {
  resource: "controllerrevisions.apps",
  marks: { data: IMMUTABLE },
  metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["update", "create"] },
  strategy: (settings) => ({
    validateCreate: (object) => checkRevision(object, rootPath),
    validateUpdate: (object, old) => checkChange(object, rootPath, { old: areMarked(settings) ? undefined : old }),
  }),
};

const checkRevision = fieldRules({ revision: "count", data: ["present=data is mandatory", requireObject] });
const checkChange = fieldRules({ revision: "count", data: "immutable" });

function requireObject(data: JsonValue, path: FieldPath): FieldError[] {
  return isJsonObject(data) ? [] : [required(path, "data must be a valid JSON object")];
}
