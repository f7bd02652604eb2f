import { type FieldError, type JsonObject, nameIsPathSegment } from "@kiln/api";
import type { Strategy } from "../../resource/strategy.ts";
import type { Declaration } from "../declaration.ts";
import { validateBinding, validateClusterRole, validateRole, validateRoleRefKept } from "./validate-rbac.ts";

const GROUP = "rbac.authorization.k8s.io";

function declare(plural: string): Declaration {
  return {
    resource: `${plural}.${GROUP}`,
    nameRule: nameIsPathSegment,
    metadataRules: { requiresQualifiedFinalizers: true, onUpdate: ["create", "update"] },
  };
}

/** Sets apiGroup for users and groups. */
function defaultGroup(subject: JsonObject): void {
  if (subject.kind === "User" || subject.kind === "Group") {
    subject.apiGroup ??= GROUP;
  }
}

function always(validate: (object: JsonObject) => FieldError[]): () => Strategy {
  return () => ({ validateCreate: validate, validateUpdate: validate });
}

function declareBinding(plural: string, scope: { readonly isNamespaced: boolean }): Declaration {
  const validate = (binding: JsonObject) => validateBinding(binding, scope);
  return {
    ...declare(plural),
    strategy: () => ({
      validateCreate: validate,
      validateUpdate: (binding, old) => [...validate(binding), ...validateRoleRefKept(binding, old)],
    }),
  };
}

/** RBAC kinds, whose names may contain nearly any character. */
export const rbacKinds: readonly Declaration[] = [
  {
    ...declareBinding("clusterrolebindings", { isNamespaced: false }),
    types: {
      "rbac/v1.RoleRef": {
        setDefaults: (reference) => {
          reference.apiGroup = reference.apiGroup || GROUP;
        },
      },
      "rbac/v1.Subject": { setDefaults: defaultGroup },
    },
  },
  { ...declare("clusterroles"), strategy: always(validateClusterRole) },
  declareBinding("rolebindings", { isNamespaced: true }),
  { ...declare("roles"), strategy: always(validateRole) },
];
