import { isJsonObject, type JsonObject } from "@kiln/api";

const HOISTED = /^spec\.(validation|subresources|additionalPrinterColumns|selectableFields)(?=[.[]|$)/;

/** Where a field of a CRD stands. Kubernetes: what all versions have in common is judged, and named, as if it stood beside them. */
export function toWrittenField(field: string, { spec }: JsonObject): string {
  const name = HOISTED.exec(field)?.[1];
  if (name === undefined || !isJsonObject(spec) || Object.hasOwn(spec, name)) {
    return field;
  }
  return field.replace(HOISTED, `spec.versions[0].${name === "validation" ? "schema" : name}`);
}
