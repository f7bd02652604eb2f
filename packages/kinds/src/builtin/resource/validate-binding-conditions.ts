import { asTexts, duplicate, type FieldError, type FieldPath, invalid, type JsonObject } from "@kiln/api";
import { fieldRules } from "../field-rules.ts";
import { checkUnique, findRepeats } from "../find-repeats.ts";

const checkNames = fieldRules({
  "bindingConditions[<=4]": "qualifiedName",
  "bindingFailureConditions[<=4]": "qualifiedName",
});

/** Validates binding conditions and binding failure conditions of a device: both must be set, or neither. */
export function validateBindingConditions(device: JsonObject, path: FieldPath): FieldError[] {
  const { bindingConditions = null, bindingFailureConditions = null } = device;
  const [wanted, failures] = [asTexts(bindingConditions), asTexts(bindingFailureConditions)];
  const [at, failuresAt] = [path.child("bindingConditions"), path.child("bindingFailureConditions")];
  const [needed, overlaps] = ["are required to use", "must not overlap with"];
  const [isRepeat, known] = [findRepeats(failures), new Set(wanted)];
  return [
    ...checkNames(device, path),
    ...checkUnique(wanted, at),
    ...failures.flatMap((name, i) => [
      ...(isRepeat[i] === true ? [duplicate(failuresAt.index(i), name)] : []),
      ...(known.has(name)
        ? [invalid(failuresAt.index(i), name, `bindingFailureConditions ${overlaps} bindingConditions`)]
        : []),
    ]),
    ...(wanted.length === 0 && failures.length > 0
      ? [invalid(at, bindingConditions, `bindingConditions ${needed} bindingFailureConditions`)]
      : []),
    ...(failures.length === 0 && wanted.length > 0
      ? [invalid(failuresAt, bindingFailureConditions, `bindingFailureConditions ${needed} bindingConditions`)]
      : []),
  ];
}
