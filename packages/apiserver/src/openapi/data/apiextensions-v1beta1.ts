import { apiextensionsV1 } from "./apiextensions-v1.ts";

/** As v1, but for what it says otherwise. */
export const apiextensionsV1beta1: Readonly<Record<string, string>> = {
  ...apiextensionsV1,
  "CustomResourceColumnDefinition/JSONPath": "Where in the object the value is found.",
  "CustomResourceConversion/conversionReviewVersions":
    "The versions of ConversionReview that the webhook understands, the best first.",
  "CustomResourceConversion/webhookClientConfig": "How to reach the webhook, if the strategy is Webhook.",
  "CustomResourceDefinitionSpec/additionalPrinterColumns": "Columns of all versions.",
  "CustomResourceDefinitionSpec/preserveUnknownFields":
    "If true, which it is by default, fields that no schema names are kept.",
  "CustomResourceDefinitionSpec/selectableFields": "Fields of all versions that selectors may name.",
  "CustomResourceDefinitionSpec/subresources": "Subresources of all versions.",
  "CustomResourceDefinitionSpec/validation": "The schema of all versions.",
  "CustomResourceDefinitionSpec/version": "The name of the first version, or of the only one.",
};
