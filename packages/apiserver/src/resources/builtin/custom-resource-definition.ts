import { getOwn, isJsonObject, type JsonObject } from "@kiln/api";
import { establish } from "../../crd/establish.ts";
import type { BuiltIn } from "./built-in.ts";

const anyObject = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

export const customResourceDefinition: BuiltIn = {
  group: "apiextensions.k8s.io",
  version: "v1",
  names: {
    plural: "customresourcedefinitions",
    singular: "customresourcedefinition",
    kind: "CustomResourceDefinition",
    listKind: "CustomResourceDefinitionList",
    shortNames: ["crd", "crds"],
    categories: ["api-extensions"],
  },
  isNamespaced: false,
  hasStatus: true,
  countsGenerations: true,
  schema: { type: "object", properties: { spec: anyObject, status: anyObject } },
  strategy: {
    prepareCreate(object) {
      setNameDefaults(object);
      object.status = {
        conditions: null,
        acceptedNames: { plural: "", kind: "" },
        storedVersions: storageVersions(object),
      };
    },
    prepareUpdate: setNameDefaults,
    afterWrite: establish,
  },
};

/** Changes the object: what Kubernetes fills in for the names and the conversion. */
function setNameDefaults(object: JsonObject): void {
  const spec = getOwn(object, "spec");
  if (!isJsonObject(spec) || !isJsonObject(spec.names)) {
    return;
  }
  const { names } = spec;
  if (typeof names.kind === "string") {
    names.singular = names.singular || names.kind.toLowerCase();
    names.listKind = names.listKind || `${names.kind}List`;
  }
  spec.conversion ??= { strategy: "None" };
}

function storageVersions(object: JsonObject): string[] {
  const versions = isJsonObject(object.spec) ? object.spec.versions : undefined;
  return Array.isArray(versions)
    ? versions.flatMap((version) => (isJsonObject(version) && version.storage === true ? [String(version.name)] : []))
    : [];
}
