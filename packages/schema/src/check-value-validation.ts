import { type FieldError, type FieldPath, forbidden } from "@kiln/api";
import { checkPattern } from "./check-pattern.ts";
import { itemsOf, type JsonSchema } from "./json-schema.ts";
import { junctorsBelow } from "./subschemas.ts";

/**
 * The part of a structural schema that only validates: its pattern, and everything inside allOf, anyOf, oneOf and not,
 * where nothing may say what the value is made of.
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
  for (const { wire, isUsed, detail } of FORBIDDEN_IN_BRANCH) {
    if (isUsed(branch)) {
      errors.push(forbidden(path.child(wire), detail));
    }
  }
  if (branch.properties?.has("metadata")) {
    errors.push(forbidden(path.child("properties").key("metadata"), "must not be specified in a nested context"));
  }
  return errors;
}

interface ForbiddenKeyword {
  readonly wire: string;
  readonly isUsed: (branch: JsonSchema) => boolean;
  readonly detail: string;
}

const EMPTY = "must be empty to be structural";
const UNDEFINED = "must be undefined to be structural";
const FALSE = "must be false to be structural";

const FORBIDDEN_IN_BRANCH: readonly ForbiddenKeyword[] = [
  { wire: "type", isUsed: (branch) => Boolean(branch.type), detail: EMPTY },
  // `additionalProperties: false` passes here, as it does in Kubernetes.
  { wire: "additionalProperties", isUsed: (branch) => Boolean(branch.additionalProperties), detail: UNDEFINED },
  { wire: "default", isUsed: (branch) => branch.default !== undefined, detail: UNDEFINED },
  { wire: "title", isUsed: (branch) => Boolean(branch.title), detail: EMPTY },
  { wire: "description", isUsed: (branch) => Boolean(branch.description), detail: EMPTY },
  { wire: "nullable", isUsed: (branch) => branch.nullable === true, detail: FALSE },
  {
    wire: "x-kubernetes-preserve-unknown-fields",
    isUsed: (branch) => branch.preserveUnknownFields === true,
    detail: FALSE,
  },
  { wire: "x-kubernetes-embedded-resource", isUsed: (branch) => branch.embeddedResource === true, detail: FALSE },
  { wire: "x-kubernetes-int-or-string", isUsed: (branch) => branch.intOrString === true, detail: FALSE },
  { wire: "x-kubernetes-list-map-keys", isUsed: (branch) => (branch.listMapKeys?.length ?? 0) > 0, detail: EMPTY },
  { wire: "x-kubernetes-list-type", isUsed: (branch) => branch.listType !== undefined, detail: UNDEFINED },
  { wire: "x-kubernetes-map-type", isUsed: (branch) => branch.mapType !== undefined, detail: UNDEFINED },
  { wire: "x-kubernetes-validations", isUsed: (branch) => (branch.validations?.length ?? 0) > 0, detail: EMPTY },
];

/** The one anyOf that may name types. Kubernetes: only in this order, and whether or not int-or-string is set. */
function isIntOrString(branches: readonly JsonSchema[] | undefined): boolean {
  return branches?.length === 2 && isBareType(branches[0], "integer") && isBareType(branches[1], "string");
}

function isBareType(schema: JsonSchema | undefined, type: string): boolean {
  return schema?.type === type && Object.keys(schema).length === 1;
}
