import { quoteGo } from "@kiln/api";
import type { EstimatedArgument, EstimatedCall } from "../check/call-cost.ts";
import type { FunctionDeclaration, Implementation, Overload } from "../check/declaration.ts";
import { addRanges, exactly, type Range, scaleRange } from "../check/range.ts";
import { sizeOrAny, traversalCosts, traversalFactor, unitCosts } from "../cost/library-costs.ts";
import { plainSize } from "../cost/size-of-value.ts";
import { isMapped, type NetworkAddress, parseAddress, printAddress } from "../go/network-address.ts";
import { noSuchOverload } from "../values/compare.ts";
import { boolType, type CelType, intType, opaqueType, stringType, typeOfType } from "../values/type.ts";
import { CelError, CelTypeValue, type CelValue, OpaqueValue } from "../values/value.ts";
import { CelIp, ipType, parseIp } from "./ip.ts";
import type { Library } from "./library.ts";

const cidrType: CelType = opaqueType("net.CIDR");

/** A CIDR: an address and a prefix length. */
class CelCidr extends OpaqueValue {
  readonly typeName = "net.CIDR";
  readonly address: NetworkAddress;
  readonly bits: number;

  constructor(address: NetworkAddress, bits: number) {
    super();
    this.address = address;
    this.bits = bits;
  }

  override get size(): number {
    return Math.ceil(this.bits / 8);
  }

  equals(other: CelValue): boolean | CelError {
    return other instanceof CelCidr ? this.print() === other.print() : noSuchOverload();
  }

  print(): string {
    return `${printAddress(this.address)}/${this.bits}`;
  }
}

function parseNetwork(text: string): CelCidr | CelError {
  const slash = text.lastIndexOf("/");
  if (slash === -1) {
    return fault(text, "no '/'");
  }
  const address = parseAddress(text.slice(0, slash));
  if (address instanceof CelError) {
    return fault(text, address.message);
  }
  if (address.zone !== "") {
    return fault(text, "IPv6 zones cannot be present in a prefix");
  }
  const digits = text.slice(slash + 1);
  if (!/^(?:\d|[1-9]\d{1,17})$/.test(digits)) {
    return fault(text, `bad bits after slash: ${quoteGo(digits)}`);
  }
  if (Number(digits) > address.bytes.length * 8) {
    return fault(text, "prefix length out of range");
  }
  return isMapped(address)
    ? new CelError(`IPv4-mapped IPv6 address ${quoteGo(text)} is not allowed`)
    : new CelCidr(address, Number(digits));
}

function fault(text: string, message: string): CelError {
  const prefix = `netip.ParsePrefix(${quoteGo(text)}): ${message}`;
  return new CelError(`network address parse error during conversion from string: ${prefix}`);
}

function parseCidr(text: CelValue): CelCidr | CelError {
  const cidr = parseNetwork(String(text));
  return cidr instanceof CelError
    ? new CelError(`network address parse error during conversion from string: ${cidr.message}`)
    : cidr;
}

/** Whether the first `bits` bits of two addresses of one IP family are equal. */
function sharesBits(left: NetworkAddress, right: NetworkAddress, bits: number): boolean {
  return (
    left.bytes.length === right.bytes.length &&
    left.bytes.every((byte, index) => {
      const counted = Math.min(8, Math.max(0, bits - index * 8));
      const mask = (0xff << (8 - counted)) & 0xff;
      return (byte & mask) === ((right.bytes[index] ?? 0) & mask);
    })
  );
}

function containsIp(cidr: CelValue, other: CelValue): CelValue {
  const ip = typeof other === "string" ? parseIp(other) : other;
  // Kubernetes: parse errors of the argument are reported as a missing overload (cel/library/cidr.go cidrContainsIP,
  // v1.36).
  if (!(cidr instanceof CelCidr) || !(ip instanceof CelIp)) {
    return noSuchOverload();
  }
  return sharesBits(cidr.address, ip.address, cidr.bits);
}

function containsCidr(cidr: CelValue, other: CelValue): CelValue {
  const inner = typeof other === "string" ? parseCidr(other) : other;
  if (inner instanceof CelError) {
    return inner;
  }
  if (!(cidr instanceof CelCidr) || !(inner instanceof CelCidr)) {
    return noSuchOverload();
  }
  return cidr.bits <= inner.bits && sharesBits(cidr.address, inner.address, cidr.bits);
}

function mask(cidr: CelValue): CelValue {
  if (!(cidr instanceof CelCidr)) {
    return noSuchOverload();
  }
  const bytes = cidr.address.bytes.map((byte, index) => {
    const counted = Math.min(8, Math.max(0, cidr.bits - index * 8));
    return byte & (0xff << (8 - counted)) & 0xff;
  });
  return new CelCidr({ ...cidr.address, bytes }, cidr.bits);
}

/** Size range of an address in bytes, for the cost of comparing two. */
const addressSize: Range = { min: 4, max: 16 };

/**
 * Declares `containsIP` or `containsCIDR`.
 * @param masks - whether the call masks an address with a prefix length before it compares; this costs extra
 */
function containment(
  name: string,
  overloads: readonly [string, CelType][],
  { call, masks }: { readonly call: Implementation; readonly masks: boolean },
): FunctionDeclaration {
  return {
    name,
    overloads: overloads.map(([id, type]): Overload => {
      const isText = type.kind === "string";
      return {
        id,
        args: [cidrType, type],
        result: boolType,
        isMember: true,
        call,
        cost: (args) => containmentCost(args, { isText, masks }),
        estimate: (args) => estimateContainment(args, { isText, masks }),
      };
    }),
  };
}

interface Containment {
  readonly isText: boolean;
  readonly masks: boolean;
}

function containmentCost(args: readonly CelValue[], { isText, masks }: Containment): number {
  const network = plainSize(args[0] as CelValue);
  const compared = Math.ceil(2 * network * traversalFactor);
  const masked = masks ? Math.ceil(network * traversalFactor) + 1 : 0;
  const parsed = isText ? Math.ceil(plainSize(args[1] as CelValue) * traversalFactor) : 0;
  return compared + masked + parsed;
}

function estimateContainment(args: readonly EstimatedArgument[], { isText, masks }: Containment): EstimatedCall {
  const compared = scaleRange(addRanges(addressSize, addressSize), traversalFactor);
  const masked = masks ? addRanges(scaleRange(addressSize, traversalFactor), exactly(1)) : exactly(0);
  const parsed = isText ? scaleRange(sizeOrAny(args[1]), traversalFactor) : exactly(0);
  return { cost: addRanges(compared, masked, parsed) };
}

function member(name: string, overload: Overload): FunctionDeclaration {
  return { name, overloads: [{ ...overload, isMember: true }], ...unitCosts };
}

/** Library of CIDRs. */
export const cidrLibrary: Library = {
  name: "cidr",
  introduced: "1.30",
  variables: [{ name: cidrType.name, type: typeOfType(cidrType), value: new CelTypeValue(cidrType) }],
  functions: [
    {
      name: "cidr",
      overloads: [{ id: "string_to_cidr", args: [stringType], result: cidrType, call: parseCidr }],
      ...traversalCosts,
    },
    containment(
      "containsIP",
      [
        ["cidr_contains_ip_string", stringType],
        ["cidr_contains_ip_ip", ipType],
      ],
      { call: containsIp, masks: false },
    ),
    containment(
      "containsCIDR",
      [
        ["cidr_contains_cidr_string", stringType],
        ["cidr_contains_cidr", cidrType],
      ],
      { call: containsCidr, masks: true },
    ),
    {
      name: "ip",
      overloads: [
        {
          id: "cidr_ip",
          args: [cidrType],
          result: ipType,
          isMember: true,
          call: (cidr) => (cidr instanceof CelCidr ? new CelIp(cidr.address) : noSuchOverload()),
          ...unitCosts,
        },
      ],
    },
    member("prefixLength", {
      id: "cidr_prefix_length",
      args: [cidrType],
      result: intType,
      call: (cidr) => (cidr instanceof CelCidr ? cidr.bits : noSuchOverload()),
    }),
    member("masked", { id: "cidr_masked", args: [cidrType], result: cidrType, call: mask }),
    {
      name: "isCIDR",
      overloads: [
        {
          id: "is_cidr",
          args: [stringType],
          result: boolType,
          call: (text) => parseCidr(text as CelValue) instanceof CelCidr,
        },
      ],
      ...traversalCosts,
    },
    {
      name: "string",
      overloads: [
        {
          id: "cidr_to_string",
          args: [cidrType],
          result: stringType,
          call: (cidr) => (cidr instanceof CelCidr ? cidr.print() : noSuchOverload()),
        },
      ],
    },
  ],
};
