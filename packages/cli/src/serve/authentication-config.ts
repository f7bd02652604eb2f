import { createTokenExpressions } from "@kiln/access";
import {
  asObjects,
  asText,
  duplicate,
  type FieldError,
  fieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  printFieldErrors,
  required,
  tooMany,
} from "@kiln/api";
import { type ConfigFields, checkConfigShape } from "./check-config-shape.ts";
import { readConfigFile } from "./read-config-file.ts";
import { type IssuerConfig, readJwt } from "./read-jwt.ts";

export interface AuthenticationConfig {
  readonly issuers: readonly IssuerConfig[];
  /** Paths for anonymous requests; undefined if the file does not configure them. */
  readonly anonymous?: "everywhere" | readonly string[];
}

const API_VERSIONS = ["apiserver.config.k8s.io/v1", "apiserver.config.k8s.io/v1beta1"];
const MAX_ISSUERS = 64;
const MAPPING = { claim: "string", prefix: "string", expression: "string" } as const;

const SHAPE: ConfigFields = {
  apiVersion: "string",
  kind: "string",
  jwt: [
    {
      issuer: {
        url: "string",
        discoveryURL: "string",
        certificateAuthority: "string",
        audiences: ["string"],
        audienceMatchPolicy: "string",
        egressSelectorType: "string",
      },
      claimValidationRules: [{ claim: "string", requiredValue: "string", expression: "string", message: "string" }],
      claimMappings: {
        username: MAPPING,
        groups: MAPPING,
        uid: { claim: "string", expression: "string" },
        extra: [{ key: "string", valueExpression: "string" }],
      },
      userValidationRules: [{ expression: "string", message: "string" }],
    },
  ],
  anonymous: { enabled: "boolean", conditions: [{ path: "string" }] },
};

/** Reads the file of --authentication-config. Throws all its errors, with Kubernetes' messages. */
export async function readAuthenticationConfig(
  file: string,
  ownIssuers: readonly string[] = [],
): Promise<AuthenticationConfig> {
  const config = await readConfigFile(file, { apiVersions: API_VERSIONS, kind: "AuthenticationConfiguration" });
  throwFaults(file, checkConfigShape(config, SHAPE));
  const errors: FieldError[] = [];
  const issuers = readIssuers(config, ownIssuers, errors);
  const anonymous = readAnonymous(config.anonymous, errors);
  throwFaults(file, errors);
  return { issuers, ...anonymous };
}

/** Throws an Error with the file and all errors; returns if there are none. */
export function throwFaults(file: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) {
    throw new Error(`${file}: ${printFieldErrors(errors)}`);
  }
}

/** Decodes the JWT issuers; adds to `errors`. */
function readIssuers(config: JsonObject, ownIssuers: readonly string[], errors: FieldError[]): IssuerConfig[] {
  const path = fieldPath("jwt");
  const entries = asObjects(config.jwt);
  if (entries.length > MAX_ISSUERS) {
    errors.push(tooMany(path, entries.length, MAX_ISSUERS));
    return [];
  }
  const expressions = createTokenExpressions();
  const seen = { url: new Set<string>(), discoveryURL: new Set<string>() };
  return entries.map((entry, i) => {
    const read = readJwt(entry, { path: path.index(i), expressions, ownIssuers, errors });
    const issuer = isJsonObject(entry.issuer) ? entry.issuer : {};
    for (const field of ["url", "discoveryURL"] as const) {
      const url = asText(issuer[field]);
      if (url !== "" && seen[field].has(url)) {
        errors.push(duplicate(path.index(i).child("issuer", field), url));
      }
      seen[field].add(url);
    }
    return read;
  });
}

/** Decodes the setting for anonymous requests; adds to `errors`. */
function readAnonymous(value: JsonValue | undefined, errors: FieldError[]): Pick<AuthenticationConfig, "anonymous"> {
  if (!isJsonObject(value)) {
    return {};
  }
  const { enabled, conditions = [] } = value;
  const paths = asObjects(conditions).map((condition) => asText(condition.path));
  if (typeof enabled !== "boolean") {
    errors.push(required(fieldPath("anonymous", "enabled"), "must be true or false"));
  } else if (!enabled && paths.length > 0) {
    const why = "enabled should be set to true when conditions are defined";
    const shown = paths.map((path) => ({ Path: path }));
    errors.push(invalid(fieldPath("anonymous", "conditions"), shown, why));
  }
  if (enabled !== true) {
    return { anonymous: [] };
  }
  return { anonymous: paths.length === 0 ? "everywhere" : paths };
}
