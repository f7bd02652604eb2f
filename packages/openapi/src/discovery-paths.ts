import type { JsonObject } from "@kiln/api";
import { MEDIA_TYPES } from "@kiln/kinds";
import { groupId, groupTag } from "./operation-id.ts";
import { printGet } from "./print-get.ts";
import type { OpenApiVersion } from "./publish-schema.ts";
import { API_GROUP, API_GROUP_LIST, API_VERSIONS, VERSION_INFO } from "./schema-names.ts";

/**
 * A path of discovery, which has an OpenAPI v3 document of its own. Kubernetes: every web service has one, groups
 * included, but none of the groups of custom resources (server/routes/openapi.go InstallV3, v1.36).
 */
export interface DiscoveryPath {
  /** Path without slashes at its ends: the name of the document in the index. */
  readonly name: string;
  print(version: OpenApiVersion): readonly [path: string, item: JsonObject];
}

export interface Discovered {
  /** Built-in groups. */
  readonly groups: readonly string[];
  /** Whether the server issues service account tokens and serves their keys. */
  readonly hasIssuer: boolean;
}

/** All paths of discovery but those of group versions. */
export function discoveryPaths({ groups, hasIssuer }: Discovered): readonly DiscoveryPath[] {
  return [...FIXED, ...groups.filter((group) => group !== "").map(groupPath), ...(hasIssuer ? ISSUER : [])];
}

const DESCRIBED = { mediaTypes: MEDIA_TYPES };

const FIXED: readonly DiscoveryPath[] = [
  discoveryPath("api", ["getCoreAPIVersions", "core", "List the versions of the core group."], {
    ...DESCRIBED,
    answer: API_VERSIONS,
  }),
  discoveryPath("apis", ["getAPIVersions", "apis", "List the API groups and their versions."], {
    ...DESCRIBED,
    answer: API_GROUP_LIST,
  }),
  discoveryPath("version", ["getCodeVersion", "version", "Read the version of the server."], {
    mediaTypes: ["application/json"],
    answer: VERSION_INFO,
  }),
];

const ISSUER: readonly DiscoveryPath[] = [
  discoveryPath(
    ".well-known/openid-configuration",
    ["getServiceAccountIssuerOpenIDConfiguration", "WellKnown", "Read the OpenID configuration of the token issuer."],
    { mediaTypes: ["application/json"], hasConsumes: false },
  ),
  discoveryPath(
    "openid/v1/jwks",
    ["getServiceAccountIssuerOpenIDKeyset", "openid", "Read the public keys that verify service account tokens."],
    { mediaTypes: ["application/jwk-set+json"], hasConsumes: false },
  ),
];

function groupPath(group: string): DiscoveryPath {
  const words = [groupId("get", "APIGroup", group), groupTag(group), "Read the versions of the group."] as const;
  return discoveryPath(`apis/${group}`, words, { ...DESCRIBED, answer: API_GROUP });
}

function discoveryPath(
  name: string,
  [operationId, tag, description]: readonly [operationId: string, tag: string, description: string],
  answer: Parameters<typeof printGet>[1],
): DiscoveryPath {
  const shared: JsonObject = { description, operationId, tags: [tag] };
  return { name, print: (version) => [`/${name}/`, printGet(shared, answer, version)] };
}
