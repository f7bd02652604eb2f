import { isJsonObject, type JsonValue } from "@kiln/api";
import { maxSteps, type PlaygroundState, type Step, stepVerbs } from "./playground-state.ts";

/** Maximum length of a decompressed link, which may come from an untrusted source. */
const MAX_STATE = 8_000_000;

/** Fragment for the page's address: a version, then deflated JSON in base64url. Browsers never send it to a server. */
export async function printShareLink(state: PlaygroundState): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const packed = await collect(pipe(bytes, new CompressionStream("deflate-raw")), Number.POSITIVE_INFINITY);
  return `#1${toBase64Url(packed)}`;
}

/** State of a link; undefined for a fragment that {@link printShareLink} did not write, or that is damaged. */
export async function parseShareLink(fragment: string): Promise<PlaygroundState | undefined> {
  if (!/^#1[\w-]+$/.test(fragment)) {
    return undefined;
  }
  try {
    const bytes = fromBase64Url(fragment.slice(2));
    const text = await collect(pipe(bytes, new DecompressionStream("deflate-raw")), MAX_STATE);
    return toState(JSON.parse(new TextDecoder().decode(text)));
  } catch {
    return undefined;
  }
}

/** State from JSON; undefined if a field other than the name or `isForced` is missing or of another type. */
function toState(value: JsonValue): PlaygroundState | undefined {
  if (!isJsonObject(value) || typeof value.definitions !== "string" || !Array.isArray(value.steps)) {
    return undefined;
  }
  const steps = value.steps.slice(0, maxSteps).map(toStep);
  const name = /^[a-z0-9-]{1,63}$/.test(String(value.name)) ? String(value.name) : "shared";
  return steps.length === 0 || steps.includes(undefined)
    ? undefined
    : { name, definitions: value.definitions, steps: steps as Step[] };
}

function toStep(value: JsonValue): Step | undefined {
  if (!isJsonObject(value) || typeof value.text !== "string" || typeof value.manager !== "string") {
    return undefined;
  }
  const verb = stepVerbs.find((each) => each === value.verb);
  return verb && { verb, manager: value.manager, text: value.text, isForced: value.isForced === true };
}

type ByteTransform = ReadableWritablePair<Uint8Array<ArrayBuffer>, BufferSource>;

function pipe(bytes: Uint8Array<ArrayBuffer>, transform: ByteTransform): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(transform);
}

async function collect(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > maxBytes) {
      await reader.cancel();
      throw new RangeError(`more than ${maxBytes} bytes`);
    }
    chunks.push(read.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function toBase64Url(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) {
    text += String.fromCharCode(byte);
  }
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
}
