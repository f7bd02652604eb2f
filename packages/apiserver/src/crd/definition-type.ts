import type { CrdVersion } from "@kiln/schema";
import type { SchemaReader } from "../convert/schema-reader.ts";
import type { GoType } from "./go-type.ts";
import {
  type GoField,
  goBool,
  goBytes,
  goInt32,
  goInt64,
  goList,
  goString,
  goStruct,
  goText,
  goTime,
} from "./go-types.ts";
import { schemaType } from "./schema-type.ts";

/** Fields that both API versions of a CRD share differ only in the names of their Go types. */
type Struct = (name: string, fields: Readonly<Record<string, GoField>>) => GoType;

/** The parts of a definition beside its metadata. */
export interface DefinitionTypes {
  readonly spec: GoType;
  readonly status: GoType;
}

/** Schemas decoded here are kept in `schemas`. */
export function definitionTypes(version: CrdVersion, schemas: SchemaReader): DefinitionTypes {
  const struct: Struct = (name, fields) => goStruct(name, fields, version);
  const names = namesType(struct);
  const features = featureTypes(version, struct, schemas);
  const condition = struct("CustomResourceDefinitionCondition", {
    type: { type: goText(`${version}.CustomResourceDefinitionConditionType`), empty: "keep" },
    status: { type: goText(`${version}.ConditionStatus`), empty: "keep" },
    lastTransitionTime: { type: goTime, empty: "keep" },
    reason: { type: goString, empty: "omit" },
    message: { type: goString, empty: "omit" },
    observedGeneration: { type: goInt64, empty: "omit" },
  });
  return {
    spec: struct("CustomResourceDefinitionSpec", {
      ...(version === "v1" ? specFields(struct, names, features) : specFieldsV1beta1(struct, names, features)),
    }),
    status: struct("CustomResourceDefinitionStatus", {
      conditions: { type: goList(condition), empty: "keep" },
      acceptedNames: { type: names, empty: "keep" },
      storedVersions: { type: goList(goString), empty: "keep" },
      observedGeneration: { type: goInt64, empty: "omit" },
    }),
  };
}

type Fields = Readonly<Record<string, GoField>>;

function specFields(struct: Struct, names: GoType, features: FeatureTypes): Fields {
  const webhook = struct("WebhookConversion", {
    clientConfig: { type: clientConfigType(struct), empty: "optional" },
    conversionReviewVersions: { type: goList(goString), empty: "keep" },
  });
  const conversion = struct("CustomResourceConversion", {
    strategy: { type: goText("v1.ConversionStrategyType"), empty: "keep" },
    webhook: { type: webhook, empty: "optional" },
  });
  return {
    group: { type: goString, empty: "keep" },
    names: { type: names, empty: "keep" },
    scope: { type: goText("v1.ResourceScope"), empty: "keep" },
    versions: { type: goList(versionType(struct, features)), empty: "keep" },
    conversion: { type: conversion, empty: "optional" },
    preserveUnknownFields: { type: goBool, empty: "omit" },
  };
}

/** What all versions have in common may stand at the top, and the webhook beside the strategy. */
function specFieldsV1beta1(struct: Struct, names: GoType, features: FeatureTypes): Fields {
  const { schema, subresources, additionalPrinterColumns, selectableFields } = features;
  const conversion = struct("CustomResourceConversion", {
    strategy: { type: goText("v1beta1.ConversionStrategyType"), empty: "keep" },
    webhookClientConfig: { type: clientConfigType(struct), empty: "optional" },
    conversionReviewVersions: { type: goList(goString), empty: "omit" },
  });
  return {
    group: { type: goString, empty: "keep" },
    version: { type: goString, empty: "omit" },
    names: { type: names, empty: "keep" },
    scope: { type: goText("v1beta1.ResourceScope"), empty: "keep" },
    validation: schema,
    subresources,
    versions: { type: goList(versionType(struct, features)), empty: "omit" },
    additionalPrinterColumns,
    selectableFields,
    conversion: { type: conversion, empty: "optional" },
    preserveUnknownFields: { type: goBool, empty: "optional" },
  };
}

/** Fields of a version, or, in v1beta1, of all versions of a CRD. */
interface FeatureTypes {
  readonly schema: GoField;
  readonly subresources: GoField;
  readonly additionalPrinterColumns: GoField;
  readonly selectableFields: GoField;
}

function featureTypes(version: CrdVersion, struct: Struct, schemas: SchemaReader): FeatureTypes {
  const validation = struct("CustomResourceValidation", {
    openAPIV3Schema: { type: schemaType(version, schemas), empty: "optional" },
  });
  const column = struct("CustomResourceColumnDefinition", {
    name: { type: goString, empty: "keep" },
    type: { type: goString, empty: "keep" },
    format: { type: goString, empty: "omit" },
    description: { type: goString, empty: "omit" },
    priority: { type: goInt32, empty: "omit" },
    [version === "v1" ? "jsonPath" : "JSONPath"]: { type: goString, empty: "keep" },
  });
  const selectableField = struct("SelectableField", { jsonPath: { type: goString, empty: "keep" } });
  return {
    schema: { type: validation, empty: "optional" },
    subresources: { type: subresourcesType(struct), empty: "optional" },
    additionalPrinterColumns: { type: goList(column), empty: "omit" },
    selectableFields: { type: goList(selectableField), empty: "omit" },
  };
}

function versionType(struct: Struct, features: FeatureTypes): GoType {
  return struct("CustomResourceDefinitionVersion", {
    name: { type: goString, empty: "keep" },
    served: { type: goBool, empty: "keep" },
    storage: { type: goBool, empty: "keep" },
    deprecated: { type: goBool, empty: "omit" },
    deprecationWarning: { type: goString, empty: "optional" },
    ...features,
  });
}

function namesType(struct: Struct): GoType {
  return struct("CustomResourceDefinitionNames", {
    plural: { type: goString, empty: "keep" },
    singular: { type: goString, empty: "omit" },
    shortNames: { type: goList(goString), empty: "omit" },
    kind: { type: goString, empty: "keep" },
    listKind: { type: goString, empty: "omit" },
    categories: { type: goList(goString), empty: "omit" },
  });
}

function subresourcesType(struct: Struct): GoType {
  const scale = struct("CustomResourceSubresourceScale", {
    specReplicasPath: { type: goString, empty: "keep" },
    statusReplicasPath: { type: goString, empty: "keep" },
    labelSelectorPath: { type: goString, empty: "optional" },
  });
  return struct("CustomResourceSubresources", {
    status: { type: struct("CustomResourceSubresourceStatus", {}), empty: "optional" },
    scale: { type: scale, empty: "optional" },
  });
}

function clientConfigType(struct: Struct): GoType {
  const service = struct("ServiceReference", {
    namespace: { type: goString, empty: "keep" },
    name: { type: goString, empty: "keep" },
    path: { type: goString, empty: "optional" },
    port: { type: goInt32, empty: "optional" },
  });
  return struct("WebhookClientConfig", {
    url: { type: goString, empty: "optional" },
    service: { type: service, empty: "optional" },
    caBundle: { type: goBytes, empty: "omit" },
  });
}
