import { type FieldError, type FieldPath, forbidden } from "@kiln/api";
import { checkPattern } from "./check-pattern.ts";
import { itemsOf, type JsonSchema } from "./json-schema.ts";
import { isUsed, type Keyword, type KeywordEncoding } from "./keyword.ts";
import { keywords } from "./keywords/index.ts";
import { junctorsBelow } from "./subschemas.ts";

/**
 * The part of a structural schema that only validates: its pattern, and everything inside allOf, anyOf, oneOf and not,
 * where types and fields may not be declared.
 */
export function checkValueValidation(schema: JsonSchema, path: FieldPath): readonly FieldError[] {
  const { pattern, not, allOf, anyOf, oneOf } = schema;
  if (!pattern && not === undefined && allOf === undefined && anyOf === undefined && oneOf === undefined) {
    return NONE;
  }
  return checkJunctors(schema, path, {
    isAnyOfExempt: isIntOrString(anyOf),
    isFirstAllOfExempt: isIntOrString(allOf?.[0]?.anyOf),
  });
}

const NONE: readonly FieldError[] = [];

interface Exemptions {
  readonly isAnyOfExempt?: boolean;
  readonly isFirstAllOfExempt?: boolean;
}

function checkJunctors(schema: JsonSchema, path: FieldPath, exempt: Exemptions): FieldError[] {
  const errors = junctorsBelow(schema, path).flatMap((branch) => {
    if (branch.keyword === "anyOf" && exempt.isAnyOfExempt) {
      return [];
    }
    const isAnyOfExempt = exempt.isFirstAllOfExempt === true && branch.schema === schema.allOf?.[0];
    return checkBranch(branch.schema, branch.path, { isAnyOfExempt });
  });
  return schema.pattern ? [...errors, ...checkPattern(schema.pattern, path.child("pattern"))] : errors;
}

function checkBranch(branch: JsonSchema, path: FieldPath, exempt: Exemptions): FieldError[] {
  const items = itemsOf(branch);
  const errors = [
    ...checkJunctors(branch, path, exempt),
    ...(items === undefined ? [] : checkBranch(items, path.child("items"), {})),
    ...[...(branch.properties ?? [])].flatMap(([name, property]) =>
      checkBranch(property, path.child("properties").key(name), {}),
    ),
  ];
  for (const keyword of STRUCTURE_ONLY) {
    if (isUsed(keyword, branch)) {
      errors.push(forbidden(path.child(keyword.wire), forbiddenDetail(keyword.encoding)));
    }
  }
  if (branch.properties?.has("metadata")) {
    errors.push(forbidden(path.child("properties").key("metadata"), "must not be specified in a nested context"));
  }
  return errors;
}

/** Keywords that declare the structure of a value. */
const STRUCTURE_ONLY: readonly Keyword[] = keywords.filter(({ mayBeInBranch }) => !mayBeInBranch);

function forbiddenDetail(encoding: KeywordEncoding): string {
  switch (encoding) {
    case "flag":
    case "flagAsGiven":
      return "must be false to be structural";
    case "text":
    case "textList":
    case "rules":
      return "must be empty to be structural";
    default:
      return "must be undefined to be structural";
  }
}

/**
 * The one anyOf that may name types. Kubernetes: integer before string, with or without x-kubernetes-int-or-string
 * (apiserver/schema/validation.go isIntOrStringAnyOfPattern, v1.36).
 */
function isIntOrString(branches: readonly JsonSchema[] | undefined): boolean {
  return branches?.length === 2 && isBareType(branches[0], "integer") && isBareType(branches[1], "string");
}

function isBareType(schema: JsonSchema | undefined, type: string): boolean {
  return schema?.type === type && Object.keys(schema).length === 1;
}
