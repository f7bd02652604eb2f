/**
 * Field path in the text of a server's warning, as in `unknown field "spec.x"` and `spec.versions[0].x: …`; undefined
 * if there is none.
 */
export function fieldInWarning(warning: string): string | undefined {
  const named = /\bfield "([^"]+)"|"((?:spec|metadata)\.[^"]+)"|^([a-z]\w*[.[]\S*?):(?: |$)/i.exec(warning);
  return named?.slice(1).find((field) => field !== undefined);
}
