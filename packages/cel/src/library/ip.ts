import { quoteGo } from "@kiln/api";
import type { FunctionDeclaration } from "../check/declaration.ts";
import { doubleTraversalCosts, traversalCosts, unitCosts } from "../cost/library-costs.ts";
import { isMapped, type NetworkAddress, parseAddress, printAddress } from "../go/network-address.ts";
import { noSuchOverload } from "../values/compare.ts";
import { boolType, type CelType, intType, opaqueType, stringType, typeOfType } from "../values/type.ts";
import { CelError, CelTypeValue, type CelValue, OpaqueValue } from "../values/value.ts";
import type { Library } from "./library.ts";

export const ipType: CelType = opaqueType("net.IP");

export class CelIp extends OpaqueValue {
  readonly typeName = "net.IP";
  readonly address: NetworkAddress;

  constructor(address: NetworkAddress) {
    super();
    this.address = address;
  }

  override get size(): number {
    return this.address.bytes.length;
  }

  equals(other: CelValue): boolean | CelError {
    return other instanceof CelIp ? this.print() === other.print() : noSuchOverload();
  }

  print(): string {
    return printAddress(this.address);
  }
}

/** Parses an address. Rejects zones and IPv4-mapped IPv6 addresses, as Kubernetes does. */
export function parseIp(text: CelValue): CelIp | CelError {
  const raw = String(text);
  const address = parseAddress(raw);
  if (address instanceof CelError) {
    return new CelError(`IP Address ${quoteGo(raw)} parse error during conversion from string: ${address.message}`);
  }
  if (address.zone !== "") {
    return new CelError(`IP address ${quoteGo(raw)} with zone value is not allowed`);
  }
  return isMapped(address)
    ? new CelError(`IPv4-mapped IPv6 address ${quoteGo(raw)} is not allowed`)
    : new CelIp(address);
}

function isCanonical(text: CelValue): CelValue {
  const ip = parseIp(text);
  return ip instanceof CelError ? ip : ip.print() === text;
}

function property(name: string, id: string, holds: (bytes: readonly number[]) => boolean): FunctionDeclaration {
  const call = (ip: CelValue) => (ip instanceof CelIp ? holds(ip.address.bytes) : noSuchOverload());
  return { name, overloads: [{ id, args: [ipType], result: boolType, isMember: true, call }], ...unitCosts };
}

const isFour = (bytes: readonly number[]) => bytes.length === 4;
const at = (bytes: readonly number[], index: number) => bytes[index] ?? 0;
const isUnspecified = (bytes: readonly number[]) => bytes.every((byte) => byte === 0);
const isLoopback = (bytes: readonly number[]) =>
  isFour(bytes) ? bytes[0] === 127 : bytes.slice(0, 15).every((byte) => byte === 0) && bytes[15] === 1;
const isMulticast = (bytes: readonly number[]) => (isFour(bytes) ? (at(bytes, 0) & 0xf0) === 0xe0 : bytes[0] === 0xff);
const isLinkLocalMulticast = (bytes: readonly number[]) =>
  isFour(bytes)
    ? bytes[0] === 224 && bytes[1] === 0 && bytes[2] === 0
    : bytes[0] === 0xff && (at(bytes, 1) & 0x0f) === 0x02;
const isLinkLocalUnicast = (bytes: readonly number[]) =>
  isFour(bytes) ? bytes[0] === 169 && bytes[1] === 254 : bytes[0] === 0xfe && (at(bytes, 1) & 0xc0) === 0x80;
const isBroadcast = (bytes: readonly number[]) => isFour(bytes) && bytes.every((byte) => byte === 255);
const isGlobalUnicast = (bytes: readonly number[]) =>
  ![isUnspecified, isLoopback, isMulticast, isLinkLocalUnicast, isBroadcast].some((is) => is(bytes));

/** Library of IP addresses. */
export const ipLibrary: Library = {
  name: "ip",
  introduced: "1.30",
  variables: [{ name: ipType.name, type: typeOfType(ipType), value: new CelTypeValue(ipType) }],
  functions: [
    {
      name: "ip",
      overloads: [{ id: "string_to_ip", args: [stringType], result: ipType, call: parseIp, ...traversalCosts }],
    },
    {
      name: "family",
      overloads: [
        {
          id: "ip_family",
          args: [ipType],
          result: intType,
          isMember: true,
          call: (ip) => (ip instanceof CelIp ? (isFour(ip.address.bytes) ? 4 : 6) : noSuchOverload()),
        },
      ],
      ...unitCosts,
    },
    {
      name: "ip.isCanonical",
      overloads: [{ id: "ip_is_canonical", args: [stringType], result: boolType, call: isCanonical }],
      ...doubleTraversalCosts,
    },
    property("isUnspecified", "ip_is_unspecified", isUnspecified),
    property("isLoopback", "ip_is_loopback", isLoopback),
    property("isLinkLocalMulticast", "ip_is_link_local_multicast", isLinkLocalMulticast),
    property("isLinkLocalUnicast", "ip_is_link_local_unicast", isLinkLocalUnicast),
    property("isGlobalUnicast", "ip_is_global_unicast", isGlobalUnicast),
    {
      name: "isIP",
      overloads: [
        {
          id: "is_ip",
          args: [stringType],
          result: boolType,
          call: (text) => parseIp(text as CelValue) instanceof CelIp,
        },
      ],
      ...traversalCosts,
    },
    {
      name: "string",
      overloads: [
        {
          id: "ip_to_string",
          args: [ipType],
          result: stringType,
          call: (ip) => (ip instanceof CelIp ? ip.print() : noSuchOverload()),
        },
      ],
    },
  ],
};
