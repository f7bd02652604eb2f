/** Subresources whose responses come from other servers, or that take over the connection. */
const FOREIGN = ["proxy", "exec", "attach", "portforward"];

/**
 * Reason not to forward a path of the cluster; undefined if there is none. The `proxy` subresources would bring pages
 * of any workload into the console's origin.
 */
export function checkTarget(method: string, target: string): string | undefined {
  if (!["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].includes(method)) {
    return `method ${method} is not forwarded`;
  }
  const path = target.split("?", 1)[0] ?? "";
  if (!path.startsWith("/") || path.includes("\\")) {
    return `${JSON.stringify(path)} is no path of an API server`;
  }
  const segments = decodeSegments(path);
  if (segments === undefined || segments.some((segment) => ["", ".", ".."].includes(segment))) {
    return `${JSON.stringify(path)} is no path of an API server`;
  }
  const subresource = subresourceOf(segments);
  return subresource !== undefined && FOREIGN.includes(subresource)
    ? `the subresource ${subresource} is not forwarded`
    : undefined;
}

function decodeSegments(path: string): readonly string[] | undefined {
  try {
    return path
      .replace(/^\/|\/$/g, "")
      .split("/")
      .map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Subresource in `/api/v1/[namespaces/NS/]PLURAL/NAME/SUBRESOURCE…` and paths below `/apis`, also within a fork. */
function subresourceOf(segments: readonly string[]): string | undefined {
  const inCluster = segments[0] === "clusters" ? segments.slice(2) : segments;
  const inVersion = inCluster[0] === "api" ? inCluster.slice(2) : inCluster[0] === "apis" ? inCluster.slice(3) : [];
  const isNamespaced = inVersion[0] === "namespaces" && inVersion.length > 3;
  return isNamespaced ? inVersion[4] : inVersion[2];
}
