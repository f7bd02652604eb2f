import { asObject, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";

/** JSDoc tags for settings of a CRD other than its schema. */
export function printDefinitionTags(definition: JsonObject, version: JsonObject): string[] {
  const spec = asObject(definition.spec);
  const names = asObject(spec.names);
  const resource = fields({
    path: names.plural,
    singular: names.singular,
    shortName: names.shortNames,
    categories: names.categories,
    scope: spec.scope,
  });
  const { labels, annotations } = asObject(definition.metadata);
  const metadata = fields({ labels: toPairs(labels), annotations: toPairs(annotations) });
  const { status, scale } = asObject(version.subresources);
  const paths = asObject(scale);
  return [
    `kubebuilder:resource:${resource}`,
    ...(metadata === "" ? [] : [`kubebuilder:metadata:${metadata}`]),
    ...(version.storage === true ? ["kubebuilder:storageversion"] : []),
    ...(version.served === false ? ["kubebuilder:unservedversion"] : []),
    ...(version.deprecated === true
      ? [["kubebuilder:deprecatedversion", fields({ warning: version.deprecationWarning })].filter(Boolean).join(":")]
      : []),
    ...(status === undefined ? [] : ["kubebuilder:subresource:status"]),
    ...(scale === undefined
      ? []
      : [
          `kubebuilder:subresource:scale:${fields({
            specpath: paths.specReplicasPath,
            statuspath: paths.statusReplicasPath,
            selectorpath: paths.labelSelectorPath,
          })}`,
        ]),
    ...listOf(version.additionalPrinterColumns).map(
      ({ jsonPath, ...column }) => `kubebuilder:printcolumn:${fields({ ...column, JSONPath: jsonPath })}`,
    ),
    ...listOf(version.selectableFields).map(
      ({ jsonPath }) => `kubebuilder:selectablefield:${fields({ JSONPath: jsonPath })}`,
    ),
  ];
}

function fields(values: Readonly<Record<string, JsonValue | undefined>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${printValue(value as JsonValue)}`)
    .join(",");
}

function printValue(value: JsonValue): string {
  return Array.isArray(value) ? `{${value.map((each) => JSON.stringify(each)).join(",")}}` : JSON.stringify(value);
}

function toPairs(map: JsonValue | undefined): string[] | undefined {
  return isJsonObject(map) ? Object.entries(map).map(([key, value]) => `${key}=${value}`) : undefined;
}

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
