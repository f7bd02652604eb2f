import { StatusError } from "@kiln/api";
import { type ContinueToken, parseContinueToken, printContinueToken } from "@kiln/apiserver";

/** Decoded tokens: valid ones, and ones that clients might forge. */
export const TOKEN_CORPUS: readonly Buffer[] = [
  '{"v":"meta.k8s.io/v1","rv":12,"start":"default/a\\u0000"}',
  '{"v":"meta.k8s.io/v1","rv":-1,"start":"/default/a"}',
  '{"V":"meta.k8s.io/v1","RV":9007199254740993,"Start":"a/b/c"}',
  '{"v":"meta.k8s.io/v1","rv":1,"start":"../../secrets/kube-system/a"}',
  '{"v":"meta.k8s.io/v1","rv":1,"start":"a//b/./c"}',
  '{"v":"meta.k8s.io/v2","rv":0,"start":""}',
  '{"v":null,"rv":1.5,"start":["a"],"__proto__":{"start":"a"}}',
  '{"v":"meta.k8s.io/v1","v":"meta.k8s.io/v1","rv":1e3,"start":"ä/\\ud800"}',
  "null",
  "[]",
].map((text) => Buffer.from(text));

/** Error in the reader of tokens, with the input as a token and as the content of one; undefined if there is none. */
export function checkContinueToken(input: Buffer): string | undefined {
  return checkToken(input.toString("base64url")) ?? checkToken(input.toString());
}

function checkToken(text: string): string | undefined {
  const token = parse(text);
  if (token === undefined) {
    return undefined;
  }
  const { revision, start } = token;
  if (!Number.isInteger(revision) || revision === 0) {
    return `accepted the revision ${revision}`;
  }
  if (start.split("/").some((part) => part === "" || part === "." || part === "..")) {
    return `accepted the key ${JSON.stringify(start)}, which leads out of the list`;
  }
  const again = parse(printContinueToken(token));
  return again?.revision === revision && again.start === Buffer.from(start).toString()
    ? undefined
    : `read ${JSON.stringify(token)}, printed and read again ${JSON.stringify(again)}`;
}

/** Parses a token; undefined if it is rejected with 400, as it should be. */
function parse(text: string): ContinueToken | undefined {
  try {
    return parseContinueToken(text);
  } catch (error) {
    if (error instanceof StatusError && error.status.code === 400) {
      return undefined;
    }
    throw error;
  }
}
