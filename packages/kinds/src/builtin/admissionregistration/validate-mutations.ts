import {
  asObjects,
  asText,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  notSupported,
  required,
} from "@kiln/api";
import { type CelType, listType, structType } from "@kiln/cel";
import { checkExpression } from "../../expressions/check-expression.ts";
import { fieldRules } from "../field-rules.ts";
import { type JudgedPolicy, SPEC } from "./judged-policy.ts";

/** A form of mutation, by patchType: its field, and the result type of its expression. */
interface PatchForm {
  readonly field: string;
  readonly other: string;
  readonly returns: CelType;
}

const FORMS: ReadonlyMap<string, PatchForm> = new Map([
  ["ApplyConfiguration", { field: "applyConfiguration", other: "jsonPatch", returns: structType("Object") }],
  ["JSONPatch", { field: "jsonPatch", other: "applyConfiguration", returns: listType(structType("JSONPatch")) }],
]);

/** Validates the mutations of a mutating policy. */
export function validateMutations(policy: JudgedPolicy): FieldError[] {
  const mutations = asObjects(policy.spec.mutations);
  const path = SPEC.child("mutations");
  return [
    ...(mutations.length === 0 ? [required(path, "mutations must contain at least one item")] : []),
    ...mutations.flatMap((mutation, i) => validateMutation(policy, mutation, path.index(i))),
    ...checkReinvocation(policy.spec, SPEC),
  ];
}

const checkReinvocation = fieldRules({ reinvocationPolicy: "required;enumText=IfNeeded|Never" });

function validateMutation(policy: JudgedPolicy, mutation: JsonObject, path: FieldPath): FieldError[] {
  const type = asText(mutation.patchType);
  if (type === "") {
    return [required(path.child("patchType"), "")];
  }
  const form = FORMS.get(type);
  if (form === undefined) {
    return [notSupported(path.child("patchType"), type, [...FORMS.keys()])];
  }
  const { field, other, returns } = form;
  const patch = mutation[field];
  return [
    ...(isJsonObject(patch)
      ? validatePatch(policy, patch, { path: path.child(field), returns })
      : [required(path.child(field), `must be specified when patchType is ${type}`)]),
    ...(isJsonObject(mutation[other])
      ? [invalid(path.child(other), `{${other}}`, `must not be specified when patchType is ${type}`)]
      : []),
  ];
}

function validatePatch(
  { expressions, use }: JudgedPolicy,
  patch: JsonObject,
  { path, returns }: { readonly path: FieldPath; readonly returns: CelType },
): FieldError[] {
  const expression = asText(patch.expression).trim();
  const at = path.child("expression");
  return expression === ""
    ? [required(at, "")]
    : checkExpression(expressions, { path: at, expression, use: { ...use, hasPatchTypes: true, returns: [returns] } });
}
