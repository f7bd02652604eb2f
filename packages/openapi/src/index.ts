export {
  buildDiscoveryDocument,
  buildDocument,
  type DocumentV3,
  printDocument,
  writeDocument,
} from "./build-document.ts";
export { type DiscoveryPath, discoveryPaths } from "./discovery-paths.ts";
export { type ForeignSwagger, mergeSwagger } from "./merge-swagger.ts";
export { encodeDocument } from "./protobuf/encode-document.ts";
export { encodeSwagger } from "./protobuf/encode-swagger.ts";
export { createPublishNative } from "./publish-native.ts";
export type { PublishedVersion } from "./published-resource.ts";
export type { Publishing } from "./publishing.ts";
export { publishingDialectOf } from "./publishing-dialect.ts";
export { sampleVersion } from "./sample-version.ts";
export { printSwagger, type SwaggerPart, swaggerParts } from "./stream-swagger.ts";
