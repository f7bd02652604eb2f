// Differences of packages/kinds from Kubernetes' Go modules, by package and type. A key that ends with a dot adds
// fields to a type, or replaces them.

/** @type {Record<string, Record<string, any>>} */
export const OWN_FACTS = {
  // packages/schema decodes these types; it has keywords that Kubernetes lacks.
  "apiextensions/v1": {
    JSON: "raw",
    JSONSchemaPropsOrArray: "raw",
    JSONSchemaPropsOrBool: "raw",
    JSONSchemaPropsOrStringArray: "raw",
    "JSONSchemaProps.": {
      $schema: "string",
      dependencies: "map[string]JSONSchemaPropsOrStringArray",
      definitions: "map[string]JSONSchemaProps",
      "x-kubernetes-validations": "[]ValidationRule;list=map:rule;patch=merge:rule",
      "x-kubernetes-mutability": "string",
      "x-kubernetes-key-mutability": "string",
      "x-kubernetes-unions": "[]object;list=atomic",
    },
    "ValidationRule.": {
      reason: "*string;enum=FieldValueDuplicate|FieldValueForbidden|FieldValueInvalid|FieldValueRequired",
    },
  },
};
