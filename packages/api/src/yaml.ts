// Reading YAML has an entry of its own, `@kiln/api/yaml`: its library takes longer to load than everything else here,
// and most programs read JSON alone.
export { maxYamlDepth } from "./compose-yaml.ts";
export { type DecodedYaml, decodeYaml, parseYaml, parseYamlDocuments, type YamlDocumentValue } from "./decode-yaml.ts";
export { createYamlLocator, type LocateYaml, type YamlPath, type YamlPlace } from "./locate-yaml.ts";
