import type { FunctionDeclaration } from "../check/declaration.ts";
import { sameSizeCosts, unitCosts } from "../cost/library-costs.ts";
import { type GoUrl, hostnameOf, parseUrl, portOf, printUrl, queryOf } from "../go/go-url.ts";
import { noSuchOverload } from "../values/compare.ts";
import { LiteralMap } from "../values/containers.ts";
import { boolType, type CelType, listType, mapType, stringType, structType } from "../values/type.ts";
import { CelError, type CelValue, OpaqueValue } from "../values/value.ts";
import type { Library } from "./library.ts";

const urlType = structType("kubernetes.URL");

class CelUrl extends OpaqueValue {
  readonly typeName = "kubernetes.URL";
  readonly url: GoUrl;

  constructor(url: GoUrl) {
    super();
    this.url = url;
  }

  equals(other: CelValue): boolean | CelError {
    return other instanceof CelUrl ? this.print() === other.print() : noSuchOverload();
  }

  print(): string {
    return printUrl(this.url);
  }
}

function parse(text: CelValue): CelValue {
  const request = parseUrl(String(text), { viaRequest: true });
  const url = request instanceof CelError ? request : parseUrl(String(text), { viaRequest: false });
  return url instanceof CelError
    ? new CelError(`URL parse error during conversion from string: ${url.message}`)
    : new CelUrl(url);
}

function getter(
  name: string,
  { id, result = stringType }: { readonly id: string; readonly result?: CelType },
  read: (url: GoUrl) => CelValue,
): FunctionDeclaration {
  const call = (url: CelValue) => (url instanceof CelUrl ? read(url.url) : noSuchOverload());
  return { name, overloads: [{ id, args: [urlType], result, isMember: true, call }], ...unitCosts };
}

function toQueryMap(url: GoUrl): CelValue {
  const map = new LiteralMap();
  for (const [key, value] of queryOf(url)) {
    map.entries.set(key, { key, value });
  }
  return map;
}

/** Library of URLs. */
export const urlLibrary: Library = {
  name: "url",
  introduced: "1.0",
  functions: [
    {
      name: "url",
      overloads: [{ id: "string_to_url", args: [stringType], result: urlType, call: parse }],
      ...sameSizeCosts,
    },
    {
      name: "isURL",
      overloads: [
        {
          id: "is_url_string",
          args: [stringType],
          result: boolType,
          call: (text) => !(parseUrl(String(text), { viaRequest: true }) instanceof CelError),
        },
      ],
    },
    getter("getScheme", { id: "url_get_scheme" }, ({ scheme }) => scheme),
    getter("getHost", { id: "url_get_host" }, ({ host }) => host),
    getter("getHostname", { id: "url_get_hostname" }, hostnameOf),
    getter("getPort", { id: "url_get_port" }, portOf),
    getter("getEscapedPath", { id: "url_get_escaped_path" }, ({ escapedPath }) => escapedPath),
    getter("getQuery", { id: "url_get_query", result: mapType(stringType, listType(stringType)) }, toQueryMap),
  ],
};
