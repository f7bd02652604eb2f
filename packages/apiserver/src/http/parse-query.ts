const NO_QUERY = new URLSearchParams();

/** What stands behind the `?`. Never change the result: empty ones are shared. */
export function parseQuery(text: string): URLSearchParams {
  if (text === "") {
    return NO_QUERY;
  }
  return text.includes(";") || text.includes("%") ? new URLSearchParams(keepReadable(text)) : new URLSearchParams(text);
}

/** Kubernetes: a pair with a semicolon or a percent sign that encodes nothing is dropped; the others count. */
function keepReadable(text: string): string {
  const pairs = text.split("&");
  const readable = pairs.filter((pair) => !pair.includes(";") && !/%(?![0-9A-Fa-f]{2})/.test(pair));
  return readable.length === pairs.length ? text : readable.join("&");
}
