import {
  asText,
  asTexts,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  required,
  utf8Length,
} from "@kiln/api";
import { fieldRules } from "../../field-rules.ts";

const MAX_NAMESERVERS = 3;
const MAX_SEARCHES = 32;
const MAX_SEARCH_LENGTH = 2048;

/** Validates the DNS settings of a Pod. */
export function validateDnsConfig({ dnsConfig, dnsPolicy }: JsonObject, around: FieldPath): FieldError[] {
  if (dnsConfig === undefined && dnsPolicy !== "None") {
    return [];
  }
  const path = around.child("dnsConfig");
  const config = isJsonObject(dnsConfig) ? dnsConfig : undefined;
  const servers = asTexts(config?.nameservers);
  if (dnsPolicy === "None" && config === undefined) {
    return [required(path, "must provide `dnsConfig` when `dnsPolicy` is None")];
  }
  if (dnsPolicy === "None" && servers.length === 0) {
    return [required(path.child("nameservers"), "must provide at least one DNS nameserver when `dnsPolicy` is None")];
  }
  return config === undefined ? [] : checkConfig(config, path);
}

const checkConfig = fieldRules({
  nameservers: checkServerCount,
  "nameservers[]": "ip",
  searches: ["optional", checkSearchLength],
  "searches[]": checkSearch,
  "options[]": requireOptionName,
});

function checkServerCount(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const servers = asTexts(value);
  return servers.length > MAX_NAMESERVERS
    ? [invalid(path, servers, `must not have more than ${MAX_NAMESERVERS} nameservers`)]
    : [];
}

function checkSearchLength(value: JsonValue, path: FieldPath): FieldError[] {
  const searches = asTexts(value);
  const isLong = utf8Length(searches.join(" ")) > MAX_SEARCH_LENGTH;
  const why = `must not have more than ${MAX_SEARCH_LENGTH} characters (including spaces) in the search list`;
  return [
    ...(searches.length > MAX_SEARCHES
      ? [invalid(path, searches, `must not have more than ${MAX_SEARCHES} search paths`)]
      : []),
    ...(isLong ? [invalid(path, searches, why)] : []),
  ];
}

/** Kubernetes: the path is that of the option (core/validation/validation.go validatePodDNSConfig, v1.36). */
function requireOptionName({ name }: JsonObject, path: FieldPath): FieldError[] {
  return asText(name) === "" ? [required(path, "must not be empty")] : [];
}

const LABEL = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const SEARCH = `${LABEL}(\\.${LABEL})*`;
const SEARCH_ONLY = new RegExp(`^${SEARCH}$`);
const MAX_SEARCH = 253;

function checkSearch(given: string, path: FieldPath): FieldError[] {
  if (given === ".") {
    return [];
  }
  const search = given.replace(/\.$/, "");
  const rule =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character";
  return [
    ...(utf8Length(search) > MAX_SEARCH
      ? [invalid(path, search, `must be no more than ${MAX_SEARCH} characters`)]
      : []),
    ...(SEARCH_ONLY.test(search)
      ? []
      : [invalid(path, search, `${rule} (e.g. 'example.com', regex used for validation is '${SEARCH}')`)]),
  ];
}
