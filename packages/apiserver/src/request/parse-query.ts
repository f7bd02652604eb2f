import { type FieldSelector, type LabelSelector, type Parsed, parseFieldSelector, parseLabelSelector } from "@kiln/api";

/** The parameters of a request. Never changed. */
export class RequestQuery extends URLSearchParams {
  #labels: Parsed<LabelSelector> | undefined;
  #fields: Parsed<FieldSelector> | undefined;

  /** Parsed once for authorizer, audit and verb: it may have 1 MB. */
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

/** `text` is the query after the `?`. Never change the result: empty ones are shared. */
export function parseQuery(text: string): RequestQuery {
  if (text === "") {
    return NO_QUERY;
  }
  return text.includes(";") || text.includes("%") ? new RequestQuery(keepReadable(text)) : new RequestQuery(text);
}

/**
 * Kubernetes: a pair with a semicolon or an invalid percent escape is dropped; the others count (net/url/url.go
 * parseQuery, Go 1.26).
 */
function keepReadable(text: string): string {
  const pairs = text.split("&");
  const readable = pairs.filter((pair) => !pair.includes(";") && !/%(?![0-9A-Fa-f]{2})/.test(pair));
  return readable.length === pairs.length ? text : readable.join("&");
}
