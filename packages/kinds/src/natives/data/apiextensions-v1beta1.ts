import type { PackageText } from "../package-text.ts";
import { apiextensionsV1 } from "./apiextensions-v1.ts";

/** What v1beta1 says otherwise than v1. */
const CHANGED = `{
"CustomResourceColumnDefinition":{"name":"string;keep;required","type":"string;keep;required","format":"string","description":"string","priority":"int32","JSONPath":"string;keep;required"},
"CustomResourceConversion":{"strategy":"ConversionStrategyType;keep;required","webhookClientConfig":"*WebhookClientConfig","conversionReviewVersions":"[]string"},
"CustomResourceDefinitionSpec":{"group":"string;keep;required","version":"string","names":"CustomResourceDefinitionNames;keep;required","scope":"ResourceScope;keep;required","validation":"*CustomResourceValidation","subresources":"*CustomResourceSubresources","versions":"[]CustomResourceDefinitionVersion;list=atomic","additionalPrinterColumns":"[]CustomResourceColumnDefinition","selectableFields":"[]SelectableField","conversion":"*CustomResourceConversion","preserveUnknownFields":"*bool"}
}`;

/** Made of v1, so that the two cannot drift apart. */
export const apiextensionsV1beta1: PackageText = {
  ...apiextensionsV1,
  path: "apiextensions/v1beta1",
  version: "v1beta1",
  prefix: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1.",
  types: JSON.stringify({ ...JSON.parse(apiextensionsV1.types), ...JSON.parse(CHANGED) }),
};
