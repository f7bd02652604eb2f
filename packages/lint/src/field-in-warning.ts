/**
 * Field of a server's warning, which is part of its text, if at all, as in `unknown field "spec.x"` and
 * `spec.versions[0].x: …`.
 */
export function fieldInWarning(warning: string): string | undefined {
  const named = /\bfield "([^"]+)"|"((?:spec|metadata)\.[^"]+)"|^([a-z]\w*[.[]\S*?):(?: |$)/i.exec(warning);
  return named?.slice(1).find((field) => field !== undefined);
}
