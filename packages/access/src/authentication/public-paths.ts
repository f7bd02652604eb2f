const PUBLIC_PATHS: ReadonlySet<string> = new Set(["/healthz", "/livez", "/readyz", "/version", "/version/"]);

/** What those see who say nothing about themselves: health and version. */
export function isPublicPath(path: string): boolean {
  return PUBLIC_PATHS.has(path);
}
