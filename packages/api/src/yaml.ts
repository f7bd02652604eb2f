// Reading YAML has an entry of its own, `@kiln/api/yaml`: most programs read JSON alone.
export {
  type DecodedYaml,
  decodeYaml,
  parseYaml,
  parseYamlDocuments,
  type YamlDocumentValue,
} from "./yaml/decode-yaml.ts";
export { createYamlLocator, type LocateYaml, type YamlPath, type YamlPlace } from "./yaml/locate-yaml.ts";
export { maxYamlAliasedCharacters } from "./yaml/yaml-builder.ts";
