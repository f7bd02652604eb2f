import { createHash, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIPv4 } from "node:net";
import {
  type Der,
  derBits,
  derBoolean,
  derContext,
  derInteger,
  derOctets,
  derOid,
  derSequence,
  derSet,
  derTime,
  derUtf8,
} from "./der.ts";

/** Subject of a certificate: a name, and its groups. */
export interface Subject {
  readonly commonName: string;
  readonly organization?: string;
}

export interface CertificateOptions {
  readonly subject: Subject;
  readonly publicKey: KeyObject;
  readonly issuer: Subject;
  readonly issuerKeys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly use: "authority" | "server" | "client";
  /** DNS names and IP addresses of a server certificate. */
  readonly names?: readonly string[];
}

const ECDSA_WITH_SHA256 = derSequence(derOid("1.2.840.10045.4.3.2"));
const X509_VERSION_3 = derContext(0, derInteger(Buffer.of(2)), "constructed");
const EXTENDED_USES = { server: "1.3.6.1.5.5.7.3.1", client: "1.3.6.1.5.5.7.3.2" } as const;

/** Creates an X.509 certificate as PEM. */
export function signCertificate(options: CertificateOptions): string {
  const { issuer, issuerKeys, notBefore, notAfter, subject, publicKey } = options;
  const content = derSequence(
    X509_VERSION_3,
    derInteger(serialNumber()),
    ECDSA_WITH_SHA256,
    distinguishedName(issuer),
    derSequence(derTime(notBefore), derTime(notAfter)),
    distinguishedName(subject),
    publicKey.export({ type: "spki", format: "der" }),
    derContext(3, derSequence(...extensions(options)), "constructed"),
  );
  const signature = sign("sha256", content, issuerKeys.privateKey);
  const lines =
    derSequence(content, ECDSA_WITH_SHA256, derBits(signature))
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

/**
 * Random, so that two CAs of one name never use the same number. Its first bits make it a positive number without
 * leading zeros.
 */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] as number) & 0x7f) | 0x40;
  return bytes;
}

function distinguishedName({ commonName, organization }: Subject): Der {
  const part = (oid: string, text: string) => derSet(derSequence(derOid(oid), derUtf8(text)));
  return derSequence(
    ...(organization === undefined ? [] : [part("2.5.4.10", organization)]),
    part("2.5.4.3", commonName),
  );
}

function extensions({ use, publicKey, issuerKeys, names = [] }: CertificateOptions): Der[] {
  const isAuthority = use === "authority";
  const constraints = isAuthority ? derSequence(derBoolean(true)) : derSequence();
  // Key usage bits, from the left: digitalSignature is the first, keyCertSign the sixth.
  const keyUsage = isAuthority ? derBits(Buffer.of(0b1000_0100), 2) : derBits(Buffer.of(0b1000_0000), 7);
  return [
    extension("2.5.29.19", constraints, "critical"),
    extension("2.5.29.15", keyUsage, "critical"),
    extension("2.5.29.14", derOctets(keyIdentifier(publicKey))),
    extension("2.5.29.35", derSequence(derContext(0, keyIdentifier(issuerKeys.publicKey), "primitive"))),
    ...(isAuthority ? [] : [extension("2.5.29.37", derSequence(derOid(EXTENDED_USES[use])))]),
    ...(names.length === 0 ? [] : [extension("2.5.29.17", derSequence(...names.map(alternativeName)))]),
  ];
}

function extension(oid: string, value: Der, importance?: "critical"): Der {
  return derSequence(derOid(oid), ...(importance === undefined ? [] : [derBoolean(true)]), derOctets(value));
}

function keyIdentifier(key: KeyObject): Buffer {
  return createHash("sha1")
    .update(key.export({ type: "spki", format: "der" }))
    .digest();
}

/**
 * IP version of an address, 4 or 6; 0 for a DNS name. Node's isIP compiles a pattern for IPv6, which takes 3 ms of a
 * start.
 */
export function addressFamily(name: string): 0 | 4 | 6 {
  if (isIPv4(name)) {
    return 4;
  }
  return name.includes(":") && URL.canParse(`http://[${name}]`) ? 6 : 0;
}

function alternativeName(name: string): Der {
  return addressFamily(name) === 0
    ? derContext(2, Buffer.from(name, "latin1"), "primitive")
    : derContext(7, addressBytes(name), "primitive");
}

function addressBytes(address: string): Buffer {
  if (addressFamily(address) === 4) {
    return Buffer.from(address.split(".").map(Number));
  }
  // The URL parser normalizes every spelling of an address.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groupsOf = (text: string) => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array<number>(8 - before.length - after.length).fill(0);
  return Buffer.from([...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 0xff]));
}
