/** Descriptions of apiextensions.k8s.io/v1beta1, where they differ from v1. The README beside this file explains the format. */
export const apiextensionsV1beta1 = `
CustomResourceColumnDefinition:
  JSONPath: Simple JSON path of the value, such as .spec.replicas.
CustomResourceConversion:
  conversionReviewVersions: Versions of ConversionReview the webhook supports, in order of preference.
  webhookClientConfig: How to call the conversion webhook. Required for strategy Webhook.
CustomResourceDefinitionSpec:
  additionalPrinterColumns: Columns of all versions.
  preserveUnknownFields: Whether unknown fields are kept instead of pruned. Defaults to true.
  selectableFields: Selectable fields of all versions.
  subresources: Subresources of all versions.
  validation: Schema of all versions.
  version: Name of the first or only version.
`;
