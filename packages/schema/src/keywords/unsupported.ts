import type { Keyword } from "../keyword.ts";

/**
 * Keywords that no structural schema may have. They are decoded so that checkKeywords() and conversionFault() can
 * reject them by name; where a schema is not structural, they have no effect on values.
 */
const UNSUPPORTED = { mayBeInBranch: true, mayBeAtStatusRoot: false, settled: "none" } as const;

export const id: Keyword = { ...UNSUPPORTED, wire: "id", name: "id", encoding: "text", goField: "ID" };

export const schemaUrl: Keyword = {
  ...UNSUPPORTED,
  wire: "$schema",
  name: "schema",
  encoding: "text",
  goType: "JSONSchemaURL",
  goField: "Schema",
};

export const ref: Keyword = { ...UNSUPPORTED, wire: "$ref", name: "ref", encoding: "textAsGiven", goField: "Ref" };

export const patternProperties: Keyword = {
  ...UNSUPPORTED,
  wire: "patternProperties",
  name: "patternProperties",
  encoding: "schemaMap",
  goField: "PatternProperties",
};

export const dependencies: Keyword = {
  ...UNSUPPORTED,
  wire: "dependencies",
  name: "dependencies",
  encoding: "schemaOrTextListMap",
  goType: "JSONSchemaDependencies",
  goField: "Dependencies",
};

export const additionalItems: Keyword = {
  ...UNSUPPORTED,
  wire: "additionalItems",
  name: "additionalItems",
  encoding: "schemaOrFlag",
  goField: "AdditionalItems",
};

export const definitions: Keyword = {
  ...UNSUPPORTED,
  wire: "definitions",
  name: "definitions",
  encoding: "schemaMap",
  goType: "JSONSchemaDefinitions",
  goField: "Definitions",
};
