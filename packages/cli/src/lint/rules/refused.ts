import { isJsonObject, type JsonObject } from "@kiln/api";
import type { LintRule } from "../lint-rule.ts";
import { toYamlPath } from "../to-yaml-path.ts";

export const refused: LintRule = {
  id: "refused",
  severity: "error",
  about: "the server would not take this CRD",
  async find({ object }, server) {
    const { causes } = await server.judge(object);
    return causes.map(({ field, message }) => ({
      path: toYamlPath(toWrittenField(field, object), object),
      message: field === "" ? message : `${field}: ${message}`,
    }));
  },
};

const HOISTED = /^spec\.(validation|subresources|additionalPrinterColumns|selectableFields)(?=[.[]|$)/;

/** Kubernetes: what all versions have in common is judged, and named, as if it stood beside them. */
function toWrittenField(field: string, { spec }: JsonObject): string {
  const name = HOISTED.exec(field)?.[1];
  if (name === undefined || !isJsonObject(spec) || Object.hasOwn(spec, name)) {
    return field;
  }
  return field.replace(HOISTED, `spec.versions[0].${name === "validation" ? "schema" : name}`);
}
