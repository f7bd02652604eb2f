import { isJsonObject, type JsonObject } from "@kiln/api";

const HOISTED = /^spec\.(validation|subresources|additionalPrinterColumns|selectableFields)(?=[.[]|$)/;

/**
 * Path of a CRD's field as the manifest spells it. Kubernetes: fields that all versions share are validated, and named
 * in errors, as if they were next to the versions (apiextensions/v1/conversion.go
 * Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec, v1.36).
 */
export function toWrittenField(field: string, { spec }: JsonObject): string {
  const name = HOISTED.exec(field)?.[1];
  if (name === undefined || !isJsonObject(spec) || Object.hasOwn(spec, name)) {
    return field;
  }
  return field.replace(HOISTED, `spec.versions[0].${name === "validation" ? "schema" : name}`);
}
