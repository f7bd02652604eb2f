import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { asObject, asText, type JsonValue, listAt, printGroupResource } from "@kiln/api";
import type { FindCipher, ValueCipher } from "@kiln/kinds";
import { xsalsa20poly1305 } from "@noble/ciphers/salsa.js";
import { readConfigFile } from "./read-config-file.ts";

const API_VERSIONS = ["apiserver.config.k8s.io/v1"];

interface CipherRule {
  readonly resources: readonly string[];
  readonly cipher: ValueCipher;
}

/**
 * Reads the file of --encryption-provider-config. The first rule that names a kind applies, and its first key encrypts.
 */
export async function readEncryptionConfig(file: string): Promise<FindCipher> {
  const config = await readConfigFile(file, { apiVersions: API_VERSIONS, kind: "EncryptionConfiguration" });
  const rules = listAt(config, "resources").map((rule, i) => readRule(rule, `${file}: resources[${i}]`));
  if (rules.length === 0) {
    throw new Error(`${file}: resources: required`);
  }
  return (group, plural) => {
    const names = namesOf(group === "core" ? "" : group, plural);
    return rules.find(({ resources }) => resources.some((name) => names.includes(name)))?.cipher;
  };
}

/**
 * Names of a kind in rules: `secrets`, `widgets.example.com`, `*.apps` for a group, `*.` for the core group, `*.*` for
 * everything.
 */
function namesOf(group: string, plural: string): string[] {
  return [printGroupResource({ group, resource: plural }), `*.${group}`, "*.*"];
}

function readRule(value: JsonValue, where: string): CipherRule {
  const rule = asObject(value);
  const resources = listAt(rule, "resources").filter((name) => typeof name === "string");
  const keys = listAt(rule, "providers").flatMap((provider, i) => readProvider(provider, `${where}.providers[${i}]`));
  const [first] = keys;
  if (resources.length === 0 || first === undefined) {
    throw new Error(`${where}: needs resources and providers`);
  }
  return { resources, cipher: createCipher([first, ...keys.slice(1)]) };
}

/** One key of one provider. */
interface SealingKey {
  /** Prefix of values that the key encrypted; empty for the provider identity. */
  readonly prefix: Buffer;
  seal(value: Uint8Array, key: Buffer): Buffer;
  /** Decrypts a value. Throws for a value that this key did not encrypt. */
  open(sealed: Buffer, key: Buffer): Buffer;
}

const IN_CLEAR: SealingKey = { prefix: Buffer.alloc(0), seal: Buffer.from, open: (sealed) => sealed };

/**
 * Kubernetes: prefix of every encrypted value; no plain value starts with it (encryptionconfig/config.go
 * aesCBCTransformerPrefixV1, v1.36).
 */
const MARK = "k8s:enc:";

function createCipher(keys: readonly [SealingKey, ...SealingKey[]]): ValueCipher {
  const [current] = keys;
  return {
    seal: (key, value) => Buffer.concat([current.prefix, current.seal(value, Buffer.from(key))]),
    open(key, stored) {
      const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
      const isSealed = bytes.subarray(0, MARK.length).equals(Buffer.from(MARK));
      const found = keys.find(({ prefix }) =>
        prefix.byteLength === 0 ? !isSealed : bytes.subarray(0, prefix.byteLength).equals(prefix),
      );
      if (found === undefined) {
        throw new Error("no matching prefix found");
      }
      const value = found.open(bytes.subarray(found.prefix.byteLength), Buffer.from(key));
      return { value, isStale: found !== current };
    },
  };
}

function readProvider(value: JsonValue, where: string): SealingKey[] {
  const [[kind, settings] = ["", undefined], ...others] = Object.entries(asObject(value));
  const make = PROVIDERS.get(kind);
  if (kind === "identity" && others.length === 0) {
    return [IN_CLEAR];
  }
  if (kind === "kms") {
    throw new Error(`${where}: Kiln does not ask a key service; use aesgcm or secretbox, whose keys are in the file`);
  }
  if (make === undefined || others.length > 0) {
    throw new Error(`${where}: must be one of ${[...PROVIDERS.keys()].join(", ")} or identity`);
  }
  const sizes = kind === "secretbox" ? [32] : [16, 24, 32];
  const keys = listAt(asObject(settings), "keys").map((key, i) => readKey(key, `${where}.${kind}.keys[${i}]`, sizes));
  if (keys.length === 0) {
    throw new Error(`${where}.${kind}.keys: at least one is required`);
  }
  return keys.map(({ name, secret }) => ({
    prefix: Buffer.from(`${MARK}${kind}:v1:${name}:`),
    ...make(secret),
  }));
}

type Algorithm = (secret: Buffer) => Omit<SealingKey, "prefix">;

const PROVIDERS: ReadonlyMap<string, Algorithm> = new Map<string, Algorithm>([
  ["aesgcm", aesGcm],
  ["aescbc", aesCbc],
  ["secretbox", secretBox],
]);

interface NamedKey {
  readonly name: string;
  readonly secret: Buffer;
}

function readKey(value: JsonValue, where: string, sizes: readonly number[]): NamedKey {
  const { name, secret: text } = asObject(value);
  const secret = Buffer.from(asText(text), "base64");
  if (typeof name !== "string" || name === "" || name.includes(":")) {
    throw new Error(`${where}.name: required, without a colon`);
  }
  // The error does not contain the text, which is a secret.
  if (!sizes.includes(secret.byteLength)) {
    throw new Error(`${where}.secret: must be ${sizes.join(", ").replace(/, (\d+)$/, " or $1")} bytes in base64`);
  }
  return { name, secret };
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function aesGcm(secret: Buffer): Omit<SealingKey, "prefix"> {
  const algorithm = `aes-${secret.byteLength * 8}-gcm` as "aes-256-gcm";
  return {
    seal(value, key) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(algorithm, secret, nonce);
      cipher.setAAD(key);
      return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, key) {
      const end = sealed.byteLength - TAG_BYTES;
      const decipher = createDecipheriv(algorithm, secret, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(key);
      decipher.setAuthTag(sealed.subarray(end));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()]);
    },
  };
}

const BLOCK_BYTES = 16;

/** Provider aescbc: encrypts, but does not detect changes. */
function aesCbc(secret: Buffer): Omit<SealingKey, "prefix"> {
  const algorithm = `aes-${secret.byteLength * 8}-cbc`;
  return {
    seal(value) {
      const start = randomBytes(BLOCK_BYTES);
      const cipher = createCipheriv(algorithm, secret, start);
      return Buffer.concat([start, cipher.update(value), cipher.final()]);
    },
    open(sealed) {
      const decipher = createDecipheriv(algorithm, secret, sealed.subarray(0, BLOCK_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(BLOCK_BYTES)), decipher.final()]);
    },
  };
}

const BOX_NONCE_BYTES = 24;

/**
 * Kubernetes: the store's key is not authenticated by secretbox (encrypt/secretbox/secretbox.go TransformToStorage,
 * v1.36).
 */
function secretBox(secret: Buffer): Omit<SealingKey, "prefix"> {
  return {
    seal(value) {
      const nonce = randomBytes(BOX_NONCE_BYTES);
      return Buffer.concat([nonce, xsalsa20poly1305(secret, nonce).encrypt(value)]);
    },
    open: (sealed) =>
      Buffer.from(
        xsalsa20poly1305(secret, sealed.subarray(0, BOX_NONCE_BYTES)).decrypt(sealed.subarray(BOX_NONCE_BYTES)),
      ),
  };
}
