import { type DecodedJson, decodeJson, decodeUtf8, encodeJson, JsonSyntaxError, printJson } from "@kiln/api";

const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Error in the JSON reader for an input; undefined if there is none. An unexpected exception is an error, too. */
export function checkJson(input: Buffer): string | undefined {
  const engine = readWithEngine(input);
  const own = read(input);
  if (own instanceof JsonSyntaxError) {
    return own.fault === "syntax" && engine !== undefined ? `refused what the engine reads: ${own.message}` : undefined;
  }
  if (engine === undefined) {
    return "accepted what the engine refuses";
  }
  return differsFromEngine(own, engine) ?? changesOnTheWay(own) ?? differsOnSlowPath(input, own);
}

function read(input: Uint8Array): DecodedJson | JsonSyntaxError {
  try {
    return decodeJson(input);
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      return error;
    }
    throw error;
  }
}

/** Result of the engine's parser as text, adapted where Kubernetes decodes differently. */
function readWithEngine(input: Buffer): string | undefined {
  try {
    const value: unknown = JSON.parse(decodeUtf8(input));
    return JSON.stringify(value, (_key, item: unknown) => (isPlainObject(item) ? mendKeys(item) : mend(item)));
  } catch {
    return undefined;
  }
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mend(value: unknown): unknown {
  return typeof value === "string" ? value.replace(LONE_SURROGATE, "\ufffd") : value;
}

function mendKeys(value: object): object {
  return Object.keys(value).some((key) => mend(key) !== key)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [mend(key), item]))
    : value;
}

function differsFromEngine(own: DecodedJson, engine: string): string | undefined {
  const same = own.hasBigInts ? JSON.stringify(JSON.parse(printJson(own.value))) : printJson(own.value);
  return same === engine ? undefined : `read as ${same}, by the engine as ${engine}`;
}

function changesOnTheWay(own: DecodedJson): string | undefined {
  const printed = printJson(own.value, own);
  for (const pretty of [false, true]) {
    const again = decodeJson(encodeJson(own.value, { pretty }));
    if (again.duplicates.length > 0 || printJson(again.value) !== printed) {
      return `printed as ${printed}, read back as ${printJson(again.value)}`;
    }
  }
  return undefined;
}

/** Difference on the slow path: a long number after the input makes Kiln's own parser read it. */
function differsOnSlowPath(input: Buffer, own: DecodedJson): string | undefined {
  const slow = read(Buffer.concat([Buffer.from("["), input, Buffer.from(",1e-100]")]));
  if (slow instanceof JsonSyntaxError) {
    return slow.fault === "syntax" ? `refused in a list: ${slow.message}` : undefined;
  }
  const expected = `[${printJson(own.value)},1e-100]`;
  if (printJson(slow.value) !== expected) {
    return `in a list read as ${printJson(slow.value)} instead of ${expected}`;
  }
  return slow.duplicates.length === own.duplicates.length ? undefined : "other duplicates in a list";
}
