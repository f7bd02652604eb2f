import {
  boolType,
  type CelType,
  dynType,
  type FieldDeclaration,
  intType,
  listType,
  mapType,
  stringType,
  structType,
  type TypeProvider,
  timestampType,
} from "@kiln/cel";
import { type Fields, ownType } from "./fields-provider.ts";
import { MadeObject } from "./made-object.ts";

const texts = listType(stringType);
const kind = structType("kubernetes.GroupVersionKind");
const resource = structType("kubernetes.GroupVersionResource");

export const requestType: CelType = structType("kubernetes.AdmissionRequest");
export const userType: CelType = structType("kubernetes.UserInfo");
export const namespaceType: CelType = structType("kubernetes.Namespace");

export const USER_FIELDS: Fields = {
  username: stringType,
  uid: stringType,
  groups: texts,
  extra: mapType(stringType, texts),
};

/**
 * Types of the variables in admission expressions, with Kubernetes' names. Objects may be of any type and are not among
 * them.
 */
const TYPES: ReadonlyMap<string, Fields> = new Map<string, Fields>([
  [kind.name, { group: stringType, version: stringType, kind: stringType }],
  [resource.name, { group: stringType, version: stringType, resource: stringType }],
  [userType.name, USER_FIELDS],
  [
    requestType.name,
    {
      kind,
      resource,
      subResource: stringType,
      requestKind: kind,
      requestResource: resource,
      requestSubResource: stringType,
      name: stringType,
      namespace: stringType,
      operation: stringType,
      userInfo: userType,
      dryRun: boolType,
      options: dynType,
    },
  ],
  ["kubernetes.NamespaceSpec", { finalizers: texts }],
  [
    "kubernetes.NamespaceCondition",
    {
      status: stringType,
      type: stringType,
      lastTransitionTime: timestampType,
      message: stringType,
      reason: stringType,
    },
  ],
  [
    "kubernetes.NamespaceStatus",
    { conditions: listType(structType("kubernetes.NamespaceCondition")), phase: stringType },
  ],
  [
    "kubernetes.NamespaceMetadata",
    {
      name: stringType,
      generateName: stringType,
      namespace: stringType,
      labels: mapType(stringType, stringType),
      annotations: mapType(stringType, stringType),
      UID: stringType,
      creationTimestamp: timestampType,
      deletionGracePeriodSeconds: intType,
      deletionTimestamp: timestampType,
      generation: intType,
      resourceVersion: stringType,
      finalizers: texts,
    },
  ],
  [
    namespaceType.name,
    {
      metadata: structType("kubernetes.NamespaceMetadata"),
      spec: structType("kubernetes.NamespaceSpec"),
      status: structType("kubernetes.NamespaceStatus"),
    },
  ],
]);

export const VARIABLES_TYPE = "kubernetes.variables";
export const variablesType: CelType = structType(VARIABLES_TYPE);
const PATCH_FIELDS: Fields = { op: stringType, path: stringType, from: stringType, value: dynType };

const NO_TYPE = structType("");

export interface DeclaredTypes {
  /** Types of the policy's variables that are declared before the expression, by name. */
  readonly variables: ReadonlyMap<string, CelType>;
  /** True if the expression may create objects and JSON patches. */
  readonly hasPatchTypes: boolean;
}

export function admissionTypes({ variables, hasPatchTypes }: DeclaredTypes): TypeProvider {
  const isObject = (name: string) => hasPatchTypes && (name === "Object" || name.startsWith("Object."));
  const isPatch = (name: string) => hasPatchTypes && name === "JSONPatch";
  return {
    hasType: (name) => TYPES.has(name) || name === VARIABLES_TYPE || isObject(name) || isPatch(name),
    findField(typeName, field) {
      if (isObject(typeName)) {
        return { type: dynType };
      }
      const known = typeName === VARIABLES_TYPE ? variables.get(field) : ownType(fieldsOf(typeName, isPatch), field);
      // Kubernetes: a JSONPatch object has any field, of a type that no value has (cel/mutation/jsonpatch.go
      // JSONPatchType.Field, v1.36).
      const type = known ?? (isPatch(typeName) ? NO_TYPE : undefined);
      return type === undefined ? undefined : toField(type);
    },
    create: (typeName, fields) => new MadeObject(typeName, fields),
  };
}

function fieldsOf(typeName: string, isPatch: (name: string) => boolean): Fields {
  return isPatch(typeName) ? PATCH_FIELDS : (TYPES.get(typeName) ?? {});
}

function toField(type: CelType): FieldDeclaration {
  return { type };
}
