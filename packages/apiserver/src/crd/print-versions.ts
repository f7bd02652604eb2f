import { type FieldError, type FieldPath, invalid, printGoJson } from "@kiln/api";
import { printGoSchema } from "@kiln/schema";
import type { Features, InternalSpec } from "./internal-spec.ts";

/** Error whose value is the list of all versions. `internal` is undefined if there are none. */
export function invalidVersions(path: FieldPath, internal: InternalSpec | undefined, detail: string): FieldError {
  return { ...invalid(path, null, detail), printed: internal === undefined ? "null" : printVersions(internal) };
}

/** Versions as Kubernetes prints them in errors: by Go field names, in the order of declaration. */
function printVersions({ versions }: InternalSpec): string {
  const printed = versions.map((version) =>
    printStruct({
      Name: printGoJson(version.name),
      Served: printGoJson(version.served),
      Storage: printGoJson(version.storage),
      Deprecated: printGoJson(version.deprecated),
      DeprecationWarning: printGoJson(version.deprecationWarning ?? null),
      Schema: printSchema(version),
      Subresources: printSubresources(version),
      AdditionalPrinterColumns: printColumns(version),
      SelectableFields: printList(version.selectableFields, ({ jsonPath }) => ({ JSONPath: printGoJson(jsonPath) })),
    }),
  );
  return `[${printed.join(",")}]`;
}

function printSchema({ schema }: Features): string {
  const root = schema?.openAPIV3Schema;
  return schema === undefined
    ? "null"
    : printStruct({ OpenAPIV3Schema: root === undefined ? "null" : printGoSchema(root) });
}

function printSubresources({ subresources }: Features): string {
  if (subresources === undefined) {
    return "null";
  }
  const { status, scale } = subresources;
  return printStruct({
    Status: status === undefined ? "null" : "{}",
    Scale:
      scale === undefined
        ? "null"
        : printStruct({
            SpecReplicasPath: printGoJson(scale.specReplicasPath),
            StatusReplicasPath: printGoJson(scale.statusReplicasPath),
            LabelSelectorPath: printGoJson(scale.labelSelectorPath ?? null),
          }),
  });
}

function printColumns({ columns }: Features): string {
  return printList(columns, ({ name, type, format = "", description = "", priority = 0, jsonPath }) => ({
    Name: printGoJson(name),
    Type: printGoJson(type),
    Format: printGoJson(format),
    Description: printGoJson(description),
    Priority: printGoJson(priority),
    JSONPath: printGoJson(jsonPath),
  }));
}

function printList<T>(items: readonly T[], fieldsOf: (item: T) => Readonly<Record<string, string>>): string {
  return items.length === 0 ? "null" : `[${items.map((item) => printStruct(fieldsOf(item))).join(",")}]`;
}

function printStruct(fields: Readonly<Record<string, string>>): string {
  const printed = Object.entries(fields).map(([name, value]) => `"${name}":${value}`);
  return `{${printed.join(",")}}`;
}
