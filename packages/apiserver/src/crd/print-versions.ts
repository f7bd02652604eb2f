import type { JsonValue } from "@kiln/api";
import { printJsonSchema } from "@kiln/schema";
import type { Features, InternalSpec } from "./internal-spec.ts";

/** Kubernetes prints its own form of the versions where something is wrong with them, under the names of Go fields. */
export function printVersions({ versions }: InternalSpec): JsonValue {
  return versions.map((version) => ({
    Name: version.name,
    Served: version.served,
    Storage: version.storage,
    Deprecated: version.deprecated,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema: printSchema(version),
    Subresources: printSubresources(version),
    AdditionalPrinterColumns: printColumns(version),
    SelectableFields:
      version.selectableFields.length === 0
        ? null
        : version.selectableFields.map(({ jsonPath }) => ({ JSONPath: jsonPath })),
  }));
}

function printSchema({ schema }: Features): JsonValue {
  const json = schema?.openAPIV3Schema;
  return schema === undefined ? null : { OpenAPIV3Schema: json === undefined ? null : printJsonSchema(json) };
}

function printSubresources({ subresources }: Features): JsonValue {
  if (subresources === undefined) {
    return null;
  }
  const { status, scale } = subresources;
  return {
    Status: status === undefined ? null : {},
    Scale:
      scale === undefined
        ? null
        : {
            SpecReplicasPath: scale.specReplicasPath,
            StatusReplicasPath: scale.statusReplicasPath,
            LabelSelectorPath: scale.labelSelectorPath ?? null,
          },
  };
}

function printColumns({ columns }: Features): JsonValue {
  return columns.length === 0
    ? null
    : columns.map(({ name, type, format = "", description = "", priority = 0, jsonPath }) => ({
        Name: name,
        Type: type,
        Format: format,
        Description: description,
        Priority: priority,
        JSONPath: jsonPath,
      }));
}
