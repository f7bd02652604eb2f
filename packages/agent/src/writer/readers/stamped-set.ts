import { createHash } from "node:crypto";
import type { Payload } from "../../volumes/payload.ts";

/** The files of every set. */
export const SET_PATHS: readonly string[] = ["a", "b", "c", "folder/d", "folder/e", "folder/deep/f"];

const encoder = new TextEncoder();
const DIGEST_CHARACTERS = 40;

/** Files of one generation. Each contains its generation and path, and its length differs with the generation. */
export function stampedSet(generation: number): Payload {
  return new Map(
    SET_PATHS.map((path, index) => {
      const body = `${generation} ${path} ${"x".repeat((generation * 97 + index * 1009) % 6000)} `;
      return [path, { bytes: encoder.encode(body + digest(body)), mode: 0o644 }];
    }),
  );
}

/** Generation of a file. Throws if the file is incomplete or the file of another path. */
export function readStamp(path: string, text: string): number {
  const body = text.slice(0, -DIGEST_CHARACTERS);
  const [generation = "", name] = body.split(" ", 2);
  if (name !== path || digest(body) !== text.slice(-DIGEST_CHARACTERS)) {
    throw new Error(`${path} is torn: ${text.length} characters that start with "${text.slice(0, 20)}"`);
  }
  return Number(generation);
}

function digest(body: string): string {
  return createHash("sha1").update(body).digest("hex");
}
