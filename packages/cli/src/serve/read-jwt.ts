import { X509Certificate } from "node:crypto";
import type { OidcIssuer } from "@kiln/access";
import {
  appendAll,
  asText,
  asTexts,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  type JsonObject,
  objectAt,
  required,
} from "@kiln/api";
import type { JwtReading } from "./jwt-reading.ts";
import { readClaimMappings } from "./read-claim-mappings.ts";
import { readClaimRules, readUserRules } from "./read-token-rules.ts";

/** A JWT issuer in the file, without its keys, which are fetched later. */
export interface IssuerConfig extends Omit<OidcIssuer, "explain" | "clock"> {
  readonly discoveryUrl: string;
  /** CA bundle as PEM; the system's own authorities if absent. */
  readonly authority?: string;
}

const DISCOVERY_PATH = "/.well-known/openid-configuration";

/** Decodes an issuer; adds to `errors`. The result is valid only if there are none. */
export function readJwt(entry: JsonObject, reading: JwtReading): IssuerConfig {
  const issuer = readIssuer(objectAt(entry, "issuer"), reading);
  const { required: requiredClaims, claimRules } = readClaimRules(entry.claimValidationRules, reading);
  const mapping = readClaimMappings(objectAt(entry, "claimMappings"), { ...reading, claimRules });
  const userRules = readUserRules(entry.userValidationRules, reading);
  return {
    ...issuer,
    ...mapping,
    required: requiredClaims,
    ...(claimRules.length === 0 ? {} : { claimRules }),
    ...(userRules.length === 0 ? {} : { userRules }),
  };
}

function readIssuer(
  issuer: JsonObject,
  { path: around, ownIssuers, errors }: JwtReading,
): Pick<IssuerConfig, "url" | "discoveryUrl" | "audiences" | "authority"> {
  const path = around.child("issuer");
  const [url, discovery] = [asText(issuer.url), asText(issuer.discoveryURL)];
  const [audiences, authority] = [asTexts(issuer.audiences), asText(issuer.certificateAuthority)];
  const egress = asText(issuer.egressSelectorType);
  appendAll(errors, url === "" ? [required(path.child("url"), "")] : checkUrl(url, path.child("url"), ownIssuers));
  appendAll(errors, checkDiscovery(discovery, url, path.child("discoveryURL")));
  appendAll(errors, checkAudiences(audiences, asText(issuer.audienceMatchPolicy), path));
  appendAll(errors, checkAuthority(authority, path.child("certificateAuthority")));
  if (egress !== "") {
    errors.push(invalid(path.child("egressSelectorType"), egress, "this server has no egress selectors"));
  }
  return {
    url,
    audiences,
    discoveryUrl: discovery === "" ? url.replace(/\/$/, "") + DISCOVERY_PATH : discovery,
    ...(authority === "" ? {} : { authority }),
  };
}

function checkDiscovery(discovery: string, url: string, path: FieldPath): FieldError[] {
  if (discovery === "") {
    return [];
  }
  const isSame = url !== "" && url.replace(/\/+$/, "") === discovery.replace(/\/+$/, "");
  const same = isSame ? [invalid(path, discovery, "discoveryURL must be different from URL")] : [];
  return [...same, ...checkUrl(discovery, path, [])];
}

function checkUrl(text: string, path: FieldPath, ownIssuers: readonly string[]): FieldError[] {
  const overlap = ownIssuers.includes(text)
    ? [`URL must not overlap with disallowed issuers: [${[...ownIssuers].sort().join(" ")}]`]
    : [];
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const faults = url === undefined ? ["not a URL"] : explainUrl(url);
  return [...overlap, ...faults].map((fault) => invalid(path, text, fault));
}

function explainUrl({ protocol, username, password, search, hash }: URL): string[] {
  return [
    ...(protocol === "https:" ? [] : ["URL scheme must be https"]),
    ...(username + password === "" ? [] : ["URL must not contain a username or password"]),
    ...(search === "" ? [] : ["URL must not contain a query"]),
    ...(hash === "" ? [] : ["URL must not contain a fragment"]),
  ];
}

function checkAudiences(audiences: readonly string[], policy: string, issuer: FieldPath): FieldError[] {
  const path = issuer.child("audiences");
  if (audiences.length === 0) {
    return [required(path, `at least one ${path} is required`)];
  }
  const errors = audiences.flatMap((audience, i) => [
    ...(audience === "" ? [required(path.index(i), "")] : []),
    ...(audiences.indexOf(audience) < i ? [duplicate(path.index(i), audience)] : []),
  ]);
  const isEnough = policy === "MatchAny" || (policy === "" && audiences.length === 1);
  if (!isEnough) {
    const what = audiences.length > 1 ? "MatchAny for multiple audiences" : "empty or MatchAny for single audience";
    errors.push(invalid(issuer.child("audienceMatchPolicy"), policy, `audienceMatchPolicy must be ${what}`));
  }
  return errors;
}

function checkAuthority(pem: string, path: FieldPath): FieldError[] {
  try {
    if (pem !== "") {
      new X509Certificate(pem);
    }
    return [];
  } catch {
    return [invalid(path, "<omitted>", "data does not contain any valid RSA or ECDSA certificates")];
  }
}
