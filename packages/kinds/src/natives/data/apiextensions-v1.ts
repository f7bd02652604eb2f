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
"ConditionStatus":"string",
"ConversionStrategyType":"string",
"CustomResourceColumnDefinition":{"name":"string;keep;required","type":"string;keep;required","format":"string","description":"string","priority":"int32","jsonPath":"string;keep;required"},
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
  messages: `
CustomResourceColumnDefinition name=1:string! type=2:string! format=3:string description=4:string priority=5:int32 jsonPath=6:string!
CustomResourceConversion strategy=1:string! webhook=2:*WebhookConversion
CustomResourceDefinition metadata=1:meta.ObjectMeta spec=2:CustomResourceDefinitionSpec status=3:CustomResourceDefinitionStatus
CustomResourceDefinitionCondition type=1:string! status=2:string! lastTransitionTime=3:Time! reason=4:string message=5:string observedGeneration=6:int64
CustomResourceDefinitionList metadata=1:meta.ListMeta items=2:[]CustomResourceDefinition!
CustomResourceDefinitionNames plural=1:string! singular=2:string shortNames=3:[]string kind=4:string! listKind=5:string categories=6:[]string
CustomResourceDefinitionSpec group=1:string! names=3:CustomResourceDefinitionNames scope=4:string! versions=7:[]CustomResourceDefinitionVersion! conversion=9:*CustomResourceConversion preserveUnknownFields=10:bool
CustomResourceDefinitionStatus conditions=1:[]CustomResourceDefinitionCondition! acceptedNames=2:CustomResourceDefinitionNames storedVersions=3:[]string! observedGeneration=4:int64
CustomResourceDefinitionVersion name=1:string! served=2:bool! storage=3:bool! deprecated=7:bool deprecationWarning=8:*string schema=4:*CustomResourceValidation subresources=5:*CustomResourceSubresources additionalPrinterColumns=6:[]CustomResourceColumnDefinition selectableFields=9:[]SelectableField
CustomResourceSubresourceScale specReplicasPath=1:string! statusReplicasPath=2:string! labelSelectorPath=3:*string
CustomResourceSubresourceStatus
CustomResourceSubresources status=1:*CustomResourceSubresourceStatus scale=2:*CustomResourceSubresourceScale
CustomResourceValidation openAPIV3Schema=1:*JSONSchemaProps
ExternalDocumentation description=1:string url=2:string
JSONSchemaProps id=1:string $schema=2:string $ref=3:*string description=4:string type=5:string format=6:string title=7:string default=8:*JSON maximum=9:*double exclusiveMaximum=10:bool minimum=11:*double exclusiveMinimum=12:bool maxLength=13:*int64 minLength=14:*int64 pattern=15:string maxItems=16:*int64 minItems=17:*int64 uniqueItems=18:bool multipleOf=19:*double enum=20:[]JSON maxProperties=21:*int64 minProperties=22:*int64 required=23:[]string items=24:*JSONSchemaPropsOrArray allOf=25:[]JSONSchemaProps oneOf=26:[]JSONSchemaProps anyOf=27:[]JSONSchemaProps not=28:*JSONSchemaProps properties=29:{}JSONSchemaProps additionalProperties=30:*JSONSchemaPropsOrBool patternProperties=31:{}JSONSchemaProps dependencies=32:{}JSONSchemaPropsOrStringArray additionalItems=33:*JSONSchemaPropsOrBool definitions=34:{}JSONSchemaProps externalDocs=35:*ExternalDocumentation example=36:*JSON nullable=37:bool x-kubernetes-preserve-unknown-fields=38:*bool x-kubernetes-embedded-resource=39:bool x-kubernetes-int-or-string=40:bool x-kubernetes-list-map-keys=41:[]string x-kubernetes-list-type=42:*string x-kubernetes-map-type=43:*string x-kubernetes-validations=44:[]ValidationRule
JSONSchemaPropsOrArray schema=1:*JSONSchemaProps jSONSchemas=2:[]JSONSchemaProps
JSONSchemaPropsOrBool allows=1:bool schema=2:*JSONSchemaProps
JSONSchemaPropsOrStringArray schema=1:*JSONSchemaProps property=2:[]string
SelectableField jsonPath=1:string!
ServiceReference namespace=1:string! name=2:string! path=3:*string port=4:*int32
ValidationRule rule=1:string! message=2:string messageExpression=3:string reason=4:*string fieldPath=5:string optionalOldSelf=6:*bool
WebhookClientConfig url=3:*string service=1:*ServiceReference caBundle=2:bytes
WebhookConversion clientConfig=2:*WebhookClientConfig conversionReviewVersions=3:[]string!
`,
};
