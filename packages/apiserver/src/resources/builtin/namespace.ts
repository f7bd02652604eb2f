import { isJsonObject, type JsonObject } from "@kiln/api";
import { metadataOf } from "../../write/write.ts";
import type { BuiltIn } from "./built-in.ts";

/** The label every namespace carries, so that selectors can name one. */
const NAME_LABEL = "kubernetes.io/metadata.name";

export const namespace: BuiltIn = {
  group: "",
  version: "v1",
  names: {
    plural: "namespaces",
    singular: "namespace",
    kind: "Namespace",
    listKind: "NamespaceList",
    shortNames: ["ns"],
    categories: [],
  },
  isNamespaced: false,
  selectableFields: ["status.phase"],
  hasStatus: true,
  returnsDeleted: true,
  schema: {
    type: "object",
    properties: {
      spec: { type: "object", properties: { finalizers: { type: "array", items: { type: "string" } } } },
      status: {
        type: "object",
        properties: {
          phase: { type: "string" },
          conditions: { type: "array", items: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
        },
      },
    },
  },
  strategy: {
    prepareCreate(object) {
      setNameLabel(object);
      object.spec = { finalizers: ["kubernetes"] };
      object.status = { phase: "Active" };
    },
    prepareUpdate: setNameLabel,
  },
};

function setNameLabel(object: JsonObject): void {
  const metadata = metadataOf(object);
  const labels = isJsonObject(metadata.labels) ? metadata.labels : {};
  labels[NAME_LABEL] = String(metadata.name ?? "");
  metadata.labels = labels;
}
