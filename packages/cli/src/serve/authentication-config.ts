import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import type { ClaimMapping, OidcIssuer } from "@kiln/apiserver";
import { readConfigFile } from "./read-config-file.ts";

/** An issuer of the file, still without its keys. */
export interface IssuerConfig extends Omit<OidcIssuer, "explain" | "clock"> {
  readonly discoveryUrl: string;
  /** PEM; the machine's own authorities if absent. */
  readonly authority?: string;
}

export interface AuthenticationConfig {
  readonly issuers: readonly IssuerConfig[];
  /** Paths for those who say nothing about themselves; undefined as long as the file does not speak of them. */
  readonly anonymous?: "everywhere" | readonly string[];
}

const API_VERSIONS = ["apiserver.config.k8s.io/v1", "apiserver.config.k8s.io/v1beta1"];
const DISCOVERY_PATH = "/.well-known/openid-configuration";

/** The file of --authentication-config. What is written in CEL is refused: nothing here evaluates it. */
export async function readAuthenticationConfig(file: string): Promise<AuthenticationConfig> {
  const config = await readConfigFile(file, { apiVersions: API_VERSIONS, kind: "AuthenticationConfiguration" });
  const issuers = listAt(config, "jwt").map((each, i) => readIssuer(each, `${file}: jwt[${i}]`));
  if (new Set(issuers.map(({ url }) => url)).size < issuers.length) {
    throw new Error(`${file}: jwt: each issuer.url may be there once`);
  }
  return { issuers, ...readAnonymous(config.anonymous, file) };
}

function readIssuer(value: JsonValue, where: string): IssuerConfig {
  const entry = toObject(value);
  refuseExpressions(entry, where);
  const issuer = toObject(entry.issuer);
  const url = httpsUrl(issuer.url, `${where}.issuer.url`);
  const audiences = listAt(issuer, "audiences").filter((audience) => typeof audience === "string");
  if (audiences.length === 0) {
    throw new Error(`${where}.issuer.audiences: at least one is required`);
  }
  const mappings = toObject(entry.claimMappings);
  const uid = toObject(mappings.uid).claim;
  const discovery = issuer.discoveryURL;
  return {
    url,
    audiences,
    discoveryUrl:
      discovery === undefined
        ? url.replace(/\/$/, "") + DISCOVERY_PATH
        : httpsUrl(discovery, `${where}.issuer.discoveryURL`),
    ...(typeof issuer.certificateAuthority === "string" ? { authority: issuer.certificateAuthority } : {}),
    username: readMapping(mappings.username, `${where}.claimMappings.username`),
    ...(mappings.groups === undefined ? {} : { groups: readMapping(mappings.groups, `${where}.claimMappings.groups`) }),
    ...(typeof uid === "string" && uid !== "" ? { uidClaim: uid } : {}),
    required: listAt(entry, "claimValidationRules").map((rule) => {
      const { claim, requiredValue } = toObject(rule);
      return { claim: String(claim), value: String(requiredValue ?? "") };
    }),
  };
}

/** Everything that would have to be evaluated, named by its place. */
function refuseExpressions(value: JsonValue, where: string): void {
  if (Array.isArray(value)) {
    value.forEach((item, i) => {
      refuseExpressions(item, `${where}[${i}]`);
    });
    return;
  }
  for (const [key, inner] of Object.entries(toObject(value))) {
    if ((key === "expression" || key === "valueExpression") && inner !== "") {
      throw new Error(`${where}.${key}: expressions are not supported by this server`);
    }
    refuseExpressions(inner, `${where}.${key}`);
  }
}

function readMapping(value: JsonValue | undefined, where: string): ClaimMapping {
  const { claim, prefix } = toObject(value);
  if (typeof claim !== "string" || claim === "") {
    throw new Error(`${where}.claim: required`);
  }
  if (typeof prefix !== "string") {
    throw new Error(`${where}.prefix: required when claim is set; it may be empty`);
  }
  return { claim, prefix };
}

function readAnonymous(value: JsonValue | undefined, file: string): Pick<AuthenticationConfig, "anonymous"> {
  if (value === undefined) {
    return {};
  }
  const { enabled, conditions } = toObject(value);
  if (typeof enabled !== "boolean") {
    throw new Error(`${file}: anonymous.enabled: must be true or false`);
  }
  const paths = (Array.isArray(conditions) ? conditions : []).map((condition) => String(toObject(condition).path));
  if (!enabled) {
    return { anonymous: [] };
  }
  return { anonymous: paths.length === 0 ? "everywhere" : paths };
}

function httpsUrl(value: JsonValue | undefined, where: string): string {
  const isUrl = typeof value === "string" && URL.canParse(value);
  const url = isUrl ? new URL(value) : undefined;
  if (!isUrl || url?.protocol !== "https:" || url.username !== "" || url.hash !== "" || url.search !== "") {
    throw new Error(`${where}: must be a URL with https and without user, query and fragment`);
  }
  return value;
}

function toObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function listAt(object: JsonObject, field: string): JsonValue[] {
  const value = object[field];
  return Array.isArray(value) ? value : [];
}
