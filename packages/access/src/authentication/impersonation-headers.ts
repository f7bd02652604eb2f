import { compareGoStrings, quoteGo, statusBadRequest, type User } from "@kiln/api";
import type { ApiRequest } from "@kiln/wire";

const USER = "impersonate-user";
const UID = "impersonate-uid";
const GROUP = "impersonate-group";
const EXTRA = "impersonate-extra-";

/** User in the impersonation headers of a request; undefined without such headers. */
export function readImpersonation(request: ApiRequest): User | undefined {
  const { headers } = request;
  const extraHeaders: string[] = [];
  for (const header in headers) {
    if (header.startsWith(EXTRA)) {
      extraHeaders.push(header);
    }
  }
  if (extraHeaders.length === 0 && !headers[USER] && !headers[UID] && headers[GROUP] === undefined) {
    return undefined;
  }
  const extra = new Map<string, readonly string[]>();
  for (const header of extraHeaders) {
    const key = decodeKey(header.slice(EXTRA.length));
    extra.set(key, [...(extra.get(key) ?? []), ...valuesOf(request, header)]);
  }
  const [name = ""] = valuesOf(request, USER);
  const [uid = ""] = valuesOf(request, UID);
  const wanted = { name, uid, groups: valuesOf(request, GROUP), extra: Object.fromEntries(extra) };
  if (name === "") {
    throw statusBadRequest(`requested ${printGo(wanted)} without impersonating a user name`);
  }
  return wanted;
}

/** Values of a header. Adapters pass repeated headers separately; without an adapter, values are split at commas. */
function valuesOf({ headers, rawHeaders }: ApiRequest, name: string): string[] {
  const joined = headers[name];
  if (joined === undefined) {
    return [];
  }
  if (rawHeaders === undefined) {
    return joined.split(", ");
  }
  const values: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === name) {
      values.push(rawHeaders[i + 1] as string);
    }
  }
  return values;
}

/**
 * Decodes the key of an Impersonate-Extra header, which is percent-encoded. Kubernetes: an invalid key is used
 * undecoded (impersonation/impersonation.go unescapeExtraKey, v1.36).
 */
function decodeKey(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** Prints the user as Go prints its struct, for an error. */
function printGo({ name, uid, groups, extra }: Required<User>): string {
  const list = (values: readonly string[]) => `[]string{${values.map(quoteGo).join(", ")}}`;
  const entries = Object.entries(extra).sort(([a], [b]) => compareGoStrings(a, b));
  const map = entries.map(([key, values]) => `${quoteGo(key)}:${list(values)}`);
  const printedGroups = groups.length === 0 ? "[]string(nil)" : list(groups);
  const printedExtra = map.length === 0 ? "map[string][]string(nil)" : `map[string][]string{${map.join(", ")}}`;
  return `&user.DefaultInfo{Name:${quoteGo(name)}, UID:${quoteGo(uid)}, Groups:${printedGroups}, Extra:${printedExtra}}`;
}
