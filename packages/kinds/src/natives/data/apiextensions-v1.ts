import type { PackageText } from "../package-text.ts";

/** See the README beside this file. The marks and unions in schemas are Kiln's own. */
export const apiextensionsV1: PackageText = {
  path: "apiextensions/v1",
  group: "apiextensions.k8s.io",
  version: "v1",
  prefix: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.",
  resources: `[
{"plural":"customresourcedefinitions","singular":"customresourcedefinition","kind":"CustomResourceDefinition","scope":"Cluster","shortNames":["crd","crds"],"categories":["api-extensions"],"subresources":[{"name":"status"}],"unconditionalUpdate":false,"generations":true}
]`,
  types: `{
"CustomResourceColumnDefinition":{"name":"string;keep;required","type":"string;keep;required","format":"string","description":"string","priority":"int32","jsonPath":"string;keep;required"},
"ConditionStatus":"string",
"ConversionStrategyType":"string",
"CustomResourceConversion":{"strategy":"ConversionStrategyType;keep;required","webhook":"*WebhookConversion"},
"CustomResourceDefinition":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta","spec":"CustomResourceDefinitionSpec;keep;required","status":"CustomResourceDefinitionStatus"},
"CustomResourceDefinitionCondition":{"type":"CustomResourceDefinitionConditionType;keep;required","status":"ConditionStatus;keep;required","lastTransitionTime":"time","reason":"string","message":"string","observedGeneration":"int64"},
"CustomResourceDefinitionConditionType":"string",
"CustomResourceDefinitionList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]CustomResourceDefinition;keep;required"},
"CustomResourceDefinitionNames":{"plural":"string;keep;required","singular":"string","shortNames":"[]string;list=atomic","kind":"string;keep;required","listKind":"string","categories":"[]string;list=atomic"},
"CustomResourceDefinitionSpec":{"group":"string;keep;required","names":"CustomResourceDefinitionNames;keep;required","scope":"ResourceScope;keep;required","versions":"[]CustomResourceDefinitionVersion;keep;required;list=atomic","conversion":"*CustomResourceConversion","preserveUnknownFields":"bool"},
"CustomResourceDefinitionStatus":{"conditions":"[]CustomResourceDefinitionCondition;keep;list=map:type","acceptedNames":"CustomResourceDefinitionNames;keep","storedVersions":"[]string;keep;list=atomic","observedGeneration":"int64"},
"CustomResourceDefinitionVersion":{"name":"string;keep;required","served":"bool;keep;required","storage":"bool;keep;required","deprecated":"bool","deprecationWarning":"*string","schema":"*CustomResourceValidation","subresources":"*CustomResourceSubresources","additionalPrinterColumns":"[]CustomResourceColumnDefinition;list=atomic","selectableFields":"[]SelectableField;list=atomic"},
"CustomResourceSubresourceScale":{"specReplicasPath":"string;keep;required","statusReplicasPath":"string;keep;required","labelSelectorPath":"*string"},
"CustomResourceSubresourceStatus":{},
"CustomResourceSubresources":{"status":"*CustomResourceSubresourceStatus","scale":"*CustomResourceSubresourceScale"},
"CustomResourceValidation":{"openAPIV3Schema":"*JSONSchemaProps"},
"ExternalDocumentation":{"description":"string","url":"string"},
"JSON":"raw",
"JSONSchemaProps":{"id":"string","$schema":"string","$ref":"*string","description":"string","type":"string","format":"string","title":"string","default":"*JSON","maximum":"*float64","exclusiveMaximum":"bool","minimum":"*float64","exclusiveMinimum":"bool","maxLength":"*int64","minLength":"*int64","pattern":"string","maxItems":"*int64","minItems":"*int64","uniqueItems":"bool","multipleOf":"*float64","enum":"[]JSON;list=atomic","maxProperties":"*int64","minProperties":"*int64","required":"[]string;list=atomic","items":"*JSONSchemaPropsOrArray","allOf":"[]JSONSchemaProps;list=atomic","oneOf":"[]JSONSchemaProps;list=atomic","anyOf":"[]JSONSchemaProps;list=atomic","not":"*JSONSchemaProps","properties":"map[string]JSONSchemaProps","additionalProperties":"*JSONSchemaPropsOrBool","patternProperties":"map[string]JSONSchemaProps","dependencies":"map[string]JSONSchemaPropsOrStringArray","additionalItems":"*JSONSchemaPropsOrBool","definitions":"map[string]JSONSchemaProps","externalDocs":"*ExternalDocumentation","example":"*JSON","nullable":"bool","x-kubernetes-preserve-unknown-fields":"*bool","x-kubernetes-embedded-resource":"bool","x-kubernetes-int-or-string":"bool","x-kubernetes-list-map-keys":"[]string;list=atomic","x-kubernetes-list-type":"*string","x-kubernetes-map-type":"*string","x-kubernetes-validations":"[]ValidationRule;list=map:rule;patch=merge:rule","x-kubernetes-mutability":"string","x-kubernetes-key-mutability":"string","x-kubernetes-unions":"[]object;list=atomic"},
"JSONSchemaPropsOrArray":"raw",
"JSONSchemaPropsOrBool":"raw",
"JSONSchemaPropsOrStringArray":"raw",
"ResourceScope":"string",
"SelectableField":{"jsonPath":"string;keep;required"},
"ServiceReference":{"namespace":"string;keep;required","name":"string;keep;required","path":"*string","port":"*int32"},
"ValidationRule":{"rule":"string;keep;required","message":"string","messageExpression":"string","reason":"*string;enum=FieldValueDuplicate|FieldValueForbidden|FieldValueInvalid|FieldValueRequired","fieldPath":"string","optionalOldSelf":"*bool"},
"WebhookClientConfig":{"url":"*string","service":"*ServiceReference","caBundle":"bytes"},
"WebhookConversion":{"clientConfig":"*WebhookClientConfig","conversionReviewVersions":"[]string;keep;required;list=atomic"}
}`,
  kinds: "CustomResourceDefinition CustomResourceDefinitionList",
};
