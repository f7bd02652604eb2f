import {
  asObjects,
  asText,
  asTexts,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  required,
  utf8Length,
} from "@kiln/api";
import { checkIp } from "../../check-ip.ts";

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
  const at = path.child("nameservers");
  return [
    ...(servers.length > MAX_NAMESERVERS
      ? [invalid(at, servers, `must not have more than ${MAX_NAMESERVERS} nameservers`)]
      : []),
    ...servers.flatMap((server, i) => checkIp(server, at.index(i))),
    ...validateSearches(asTexts(config?.searches), path.child("searches")),
    ...asObjects(config?.options).flatMap(({ name }, i) =>
      asText(name) === "" ? [required(path.child("options").index(i), "must not be empty")] : [],
    ),
  ];
}

function validateSearches(searches: readonly string[], path: FieldPath): FieldError[] {
  return [
    ...(searches.length > MAX_SEARCHES
      ? [invalid(path, [...searches], `must not have more than ${MAX_SEARCHES} search paths`)]
      : []),
    ...(utf8Length(searches.join(" ")) > MAX_SEARCH_LENGTH
      ? [
          invalid(
            path,
            [...searches],
            `must not have more than ${MAX_SEARCH_LENGTH} characters (including spaces) in the search list`,
          ),
        ]
      : []),
    ...searches.flatMap((search, i) => (search === "." ? [] : checkSearch(search.replace(/\.$/, ""), path.index(i)))),
  ];
}

const LABEL = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const SEARCH = `${LABEL}(\\.${LABEL})*`;
const SEARCH_ONLY = new RegExp(`^${SEARCH}$`);
const MAX_SEARCH = 253;

function checkSearch(search: string, path: FieldPath): FieldError[] {
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
