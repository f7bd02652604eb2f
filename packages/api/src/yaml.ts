// Exports of `@kiln/api/yaml`, a separate entry point, because most programs read only JSON.
export {
  type DecodedYaml,
  decodeYaml,
  decodeYamlSlices,
  parseYaml,
  parseYamlDocuments,
  type YamlDocumentValue,
} from "./yaml/decode-yaml.ts";
export { createYamlLocator, type LocateYaml, type YamlPath, type YamlPlace } from "./yaml/locate-yaml.ts";
export { maxYamlAliasedCharacters } from "./yaml/yaml-builder.ts";
