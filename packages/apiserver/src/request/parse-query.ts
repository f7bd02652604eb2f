import { type FieldSelector, type LabelSelector, type Parsed, parseFieldSelector, parseLabelSelector } from "@kiln/api";

/** Query parameters of a request, which must not be changed. */
export class RequestQuery extends URLSearchParams {
  #labels: Parsed<LabelSelector> | undefined;
  #fields: Parsed<FieldSelector> | undefined;

  /** Parsed on first use and cached for authorizer, audit and verb: a selector may have 1 MB. */
  get labelSelector(): Parsed<LabelSelector> {
    this.#labels ??= parseLabelSelector(this.get("labelSelector") ?? "");
    return this.#labels;
  }

  get fieldSelector(): Parsed<FieldSelector> {
    this.#fields ??= parseFieldSelector(this.get("fieldSelector") ?? "");
    return this.#fields;
  }
}

const NO_QUERY = new RequestQuery();

/** Parses a query without its `?`. The result must not be changed: empty ones are shared. */
export function parseQuery(text: string): RequestQuery {
  if (text === "") {
    return NO_QUERY;
  }
  return text.includes(";") || text.includes("%") ? new RequestQuery(keepReadable(text)) : new RequestQuery(text);
}

/**
 * Removes invalid pairs. Kubernetes: a pair with a semicolon or an invalid percent escape is dropped, others are kept
 * (net/url/url.go parseQuery, Go 1.26).
 */
function keepReadable(text: string): string {
  const pairs = text.split("&");
  const readable = pairs.filter((pair) => !pair.includes(";") && !/%(?![0-9A-Fa-f]{2})/.test(pair));
  return readable.length === pairs.length ? text : readable.join("&");
}
