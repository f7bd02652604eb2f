import { readRequestOrganizations } from "@kiln/kinds";

/** Error in the DER reader, with these bytes of a certificate request; undefined if there is none. */
export function checkDer(input: Buffer): string | undefined {
  const found = readRequestOrganizations(toRequest(input));
  const strange = found?.find((text) => !isIn(input, text));
  return strange === undefined ? undefined : `an organization that is not there: ${JSON.stringify(strange)}`;
}

function isIn(input: Buffer, text: string): boolean {
  const isReplaced = text.includes("\ufffd");
  return isReplaced || input.includes(text) || input.includes(Buffer.from(text, "utf16le").swap16());
}

function toRequest(der: Buffer): string {
  const body = der.toString("base64");
  const pem = `-----BEGIN CERTIFICATE REQUEST-----\n${body}\n-----END CERTIFICATE REQUEST-----\n`;
  return Buffer.from(pem).toString("base64");
}

const SHORT_FORM = 0x80;

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length < SHORT_FORM ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...length), content]);
}

const attribute = (oid: number, tag: number, value: Buffer) =>
  der(0x31, der(0x30, der(0x06, Buffer.of(85, 4, oid)), der(tag, value)));

const request = (...names: readonly Buffer[]) =>
  der(0x30, der(0x30, der(0x02, Buffer.of(0)), der(0x30, ...names), der(0x30, Buffer.alloc(60, 7))));

/** Certificate requests of clients, with texts of several types and lengths. */
export const DER_CORPUS: readonly Buffer[] = [
  request(attribute(3, 0x0c, Buffer.from("me")), attribute(10, 0x13, Buffer.from("system:masters"))),
  request(attribute(10, 0x1e, Buffer.from("größe", "utf16le").swap16())),
  request(attribute(10, 0x0c, Buffer.from("größe")), attribute(10, 0x16, Buffer.alloc(300, 0x61))),
  request(),
];
