import { type JsonObject, nameIsPathSegment } from "@kiln/api";
import type { Declaration } from "../declaration.ts";

const GROUP = "rbac.authorization.k8s.io";

function declare(plural: string): Declaration {
  return { resource: `${plural}.${GROUP}`, nameRule: nameIsPathSegment };
}

/** Changes the subject. */
function defaultGroup(subject: JsonObject): void {
  if (subject.kind === "User" || subject.kind === "Group") {
    subject.apiGroup ??= GROUP;
  }
}

/** Roles and bindings, whose names may hold nearly everything. */
export const rbacKinds: readonly Declaration[] = [
  {
    ...declare("clusterrolebindings"),
    types: {
      "rbac/v1.RoleRef": {
        setDefaults: (reference) => {
          reference.apiGroup = reference.apiGroup || GROUP;
        },
      },
      "rbac/v1.Subject": { setDefaults: defaultGroup },
    },
  },
  declare("clusterroles"),
  declare("rolebindings"),
  declare("roles"),
];
