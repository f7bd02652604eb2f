import { generateKeyPairSync } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TokenKeys } from "@kiln/access";
import { createTokenKeys } from "@kiln/access/node";
import { makeFolder } from "../make-folder.ts";
import type { ServiceAccountOptions } from "./auth-options.ts";
import { writeAtomically } from "./open-certificates.ts";

/** Keys of service account tokens: from the flags, or one created on the first start that only its owner may read. */
export function openTokenKeys(folder: string, { signingKeyFile, keyFiles }: ServiceAccountOptions): TokenKeys {
  const signingKey = readFileSync(signingKeyFile ?? ownKeyFile(folder), "utf8");
  return createTokenKeys(signingKey, keyFiles.flatMap(readKeys));
}

function ownKeyFile(folder: string): string {
  const file = join(folder, "sa.key");
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    makeFolder(folder, 0o700);
    writeAtomically(file, privateKey.export({ type: "pkcs8", format: "pem" }).toString(), 0o600);
  }
  return file;
}

const PEM = /-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g;

/** Reads the keys in a file, which may contain several, public or private. */
function readKeys(file: string): string[] {
  const keys = readFileSync(file, "utf8").match(PEM);
  if (keys === null) {
    throw new Error(`${file} holds no key in PEM`);
  }
  return keys;
}
