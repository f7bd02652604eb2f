const DOMAIN =
  /^(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])(?:\.(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9]))*(?::[0-9]+)?$/;
const PATH = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*$/;
const TAG = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;
const DIGEST = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9A-Fa-f]{32,}$/;
const MAX_NAME = 255;

/** Tag of an image; `latest` if it has neither tag nor digest. Undefined for an invalid image reference. */
export function imageTag(image: string): string | undefined {
  const [rest = "", digest] = splitAt(image, image.indexOf("@"));
  const colon = rest.lastIndexOf(":");
  const [name = "", tag] = splitAt(rest, rest.indexOf("/", colon) < 0 ? colon : -1);
  const isGood = isName(name) && (tag === undefined || TAG.test(tag)) && (digest === undefined || DIGEST.test(digest));
  return isGood ? (tag ?? (digest === undefined ? "latest" : "")) : undefined;
}

function splitAt(text: string, index: number): readonly [string, string | undefined] {
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
}

/** Whether the repository of an image is valid; a first segment that looks like a host counts as host. */
function isName(name: string): boolean {
  const slash = name.indexOf("/");
  const first = slash < 0 ? "" : name.slice(0, slash);
  const isHost = /[.:A-Z]/.test(first) || first === "localhost";
  return name.length <= MAX_NAME && (isHost ? DOMAIN.test(first) && PATH.test(name.slice(slash + 1)) : PATH.test(name));
}
