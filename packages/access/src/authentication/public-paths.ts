const PUBLIC_PATHS: ReadonlySet<string> = new Set(["/healthz", "/livez", "/readyz", "/version", "/version/"]);

/** True for paths that need no authentication: health and version. */
export function isPublicPath(path: string): boolean {
  return PUBLIC_PATHS.has(path);
}
