import { appendAll } from "@kiln/api";
/** Decoded path of a request; undefined if it is malformed. Bytes that are no UTF-8 are replaced. */
export function decodePath(target: string): string | undefined {
  const path = target.startsWith("/") ? target : pathOfUrl(target);
  if (path === undefined || !path.includes("%")) {
    return path;
  }
  try {
    return decodeURIComponent(path);
  } catch {
    return /%(?![0-9A-Fa-f]{2})/.test(path) ? undefined : decodeBytes(path);
  }
}

/** Path of an absolute URL, which requests through a proxy contain. */
function pathOfUrl(target: string): string | undefined {
  const match = /^https?:\/\/[^/?#]*(\/[^?#]*)?$/.exec(target);
  return match === null ? undefined : (match[1] ?? "/");
}

function decodeBytes(path: string): string {
  const bytes: number[] = [];
  for (const [part] of path.matchAll(/%[0-9A-Fa-f]{2}|[^%]+/g)) {
    if (part.startsWith("%")) {
      bytes.push(Number.parseInt(part.slice(1), 16));
    } else {
      appendAll(bytes, new TextEncoder().encode(part));
    }
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
