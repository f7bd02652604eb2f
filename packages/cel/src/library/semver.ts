import { quoteGo } from "@kiln/api";
import type { FunctionDeclaration, Overload } from "../check/declaration.ts";
import { traversalCosts, unitCosts } from "../cost/library-costs.ts";
import { noSuchOverload } from "../values/compare.ts";
import { toInt } from "../values/int.ts";
import { boolType, type CelType, intType, stringType, structType } from "../values/type.ts";
import { CelError, type CelValue, OpaqueValue } from "../values/value.ts";
import type { Library } from "./library.ts";

const semverType = structType("kubernetes.Semver");
const maxUint = 2n ** 64n - 1n;

interface Version {
  readonly numbers: readonly [bigint, bigint, bigint];
  /** Identifiers of a prerelease; those that consist of digits are numbers. */
  readonly prerelease: readonly (bigint | string)[];
}

class CelSemver extends OpaqueValue {
  readonly typeName = "kubernetes.Semver";
  readonly version: Version;

  constructor(version: Version) {
    super();
    this.version = version;
  }

  equals(other: CelValue): boolean | CelError {
    return other instanceof CelSemver ? compareVersions(this.version, other.version) === 0 : noSuchOverload();
  }

  print(): string {
    const { numbers, prerelease } = this.version;
    return numbers.join(".") + (prerelease.length === 0 ? "" : `-${prerelease.join(".")}`);
  }
}

/** Order of two versions; build metadata is ignored. */
function compareVersions(left: Version, right: Version): -1 | 0 | 1 {
  for (const index of [0, 1, 2] as const) {
    if (left.numbers[index] !== right.numbers[index]) {
      return left.numbers[index] < right.numbers[index] ? -1 : 1;
    }
  }
  if (left.prerelease.length === 0 || right.prerelease.length === 0) {
    return left.prerelease.length === right.prerelease.length ? 0 : left.prerelease.length === 0 ? 1 : -1;
  }
  const shared = Math.min(left.prerelease.length, right.prerelease.length);
  for (let index = 0; index < shared; index += 1) {
    const order = compareParts(left.prerelease[index]!, right.prerelease[index]!);
    if (order !== 0) {
      return order;
    }
  }
  return left.prerelease.length === right.prerelease.length
    ? 0
    : left.prerelease.length < right.prerelease.length
      ? -1
      : 1;
}

function compareParts(left: bigint | string, right: bigint | string): -1 | 0 | 1 {
  if (typeof left !== typeof right) {
    return typeof left === "bigint" ? -1 : 1;
  }
  return left === right ? 0 : left < right ? -1 : 1;
}

function parseVersion(text: string): Version | string {
  if (text === "") {
    return "Version string empty";
  }
  const [major, minor, ...rest] = text.split(".");
  if (major === undefined || minor === undefined || rest.length === 0) {
    return "No Major.Minor.Patch elements found";
  }
  const [whole = "", ...builds] = rest.join(".").split("+");
  const [patch = "", ...prereleases] = whole.split("-");
  const numbers: bigint[] = [];
  for (const [name, digits] of [
    ["Major", major],
    ["Minor", minor],
    ["Patch", patch],
  ] as const) {
    const number = parseNumber(digits, { name: name.toLowerCase(), title: `${name} number` });
    if (typeof number === "string") {
      return number;
    }
    numbers.push(number);
  }
  const prerelease = parsePrerelease(prereleases.length === 0 ? [] : prereleases.join("-").split("."));
  if (typeof prerelease === "string") {
    return prerelease;
  }
  const build = builds.length === 0 ? undefined : checkBuild(builds.join("+").split("."));
  return build ?? { numbers: numbers as [bigint, bigint, bigint], prerelease };
}

function parseNumber(
  digits: string,
  { name, title }: { readonly name: string; readonly title: string },
): bigint | string {
  if (!/^[0-9]*$/.test(digits)) {
    return `Invalid character(s) found in ${name} number ${quoteGo(digits)}`;
  }
  if (digits.length > 1 && digits.startsWith("0")) {
    return `${title} must not contain leading zeroes ${quoteGo(digits)}`;
  }
  if (digits === "") {
    return 'strconv.ParseUint: parsing "": invalid syntax';
  }
  return BigInt(digits) > maxUint
    ? `strconv.ParseUint: parsing ${quoteGo(digits)}: value out of range`
    : BigInt(digits);
}

function parsePrerelease(parts: readonly string[]): (bigint | string)[] | string {
  const parsed: (bigint | string)[] = [];
  for (const part of parts) {
    if (part === "") {
      return "Prerelease is empty";
    }
    if (/^[0-9]+$/.test(part)) {
      if (part.length > 1 && part.startsWith("0")) {
        return `Numeric PreRelease version must not contain leading zeroes ${quoteGo(part)}`;
      }
      if (BigInt(part) > maxUint) {
        return `strconv.ParseUint: parsing ${quoteGo(part)}: value out of range`;
      }
      parsed.push(BigInt(part));
    } else if (/^[0-9A-Za-z-]+$/.test(part)) {
      parsed.push(part);
    } else {
      return `Invalid character(s) found in prerelease ${quoteGo(part)}`;
    }
  }
  return parsed;
}

function checkBuild(parts: readonly string[]): string | undefined {
  if (parts.includes("")) {
    return "Build meta data is empty";
  }
  const bad = parts.find((part) => !/^[0-9A-Za-z-]+$/.test(part));
  return bad === undefined ? undefined : `Invalid character(s) found in build meta data ${quoteGo(bad)}`;
}

/** Normalized text of a version: `v1.02` becomes `1.2.0`. */
function normalize(text: string): string | CelError {
  const [major = "", minor, ...rest] = text.replace(/^v/, "").split(".");
  const parts = [major, ...(minor === undefined ? [] : [minor]), ...(rest.length === 0 ? [] : [rest.join(".")])].map(
    dropZeros,
  );
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? "")) {
    return new CelError("short version cannot contain PreRelease/Build meta data");
  }
  return [...parts, "0", "0"].slice(0, 3).join(".");
}

function dropZeros(part: string): string {
  if (part.length <= 1) {
    return part;
  }
  const rest = part.replace(/^0+/, "");
  return /^[0-9]/.test(rest) ? rest : `0${rest}`;
}

function parse(text: CelValue, normalizes: CelValue = false): CelValue {
  const source = normalizes === true ? normalize(String(text)) : String(text);
  if (source instanceof CelError) {
    return source;
  }
  const version = parseVersion(source);
  return typeof version === "string" ? new CelError(version) : new CelSemver(version);
}

function fromText(
  name: string,
  ids: readonly [string, string],
  { result, call }: Pick<Overload, "result" | "call">,
): FunctionDeclaration {
  const rest = { result, ...(call === undefined ? {} : { call }) };
  return {
    name,
    overloads: [
      { id: ids[0], args: [stringType], ...rest },
      { id: ids[1], args: [stringType, boolType], ...rest },
    ],
    ...traversalCosts,
  };
}

function member(
  name: string,
  {
    id,
    result,
    args = [semverType],
  }: { readonly id: string; readonly result: CelType; readonly args?: readonly CelType[] },
  read: (version: Version, other: Version) => CelValue,
): FunctionDeclaration {
  const call = (target: CelValue, other: CelValue = target) =>
    target instanceof CelSemver && other instanceof CelSemver ? read(target.version, other.version) : noSuchOverload();
  return { name, overloads: [{ id, args, result, isMember: true, call }], ...unitCosts };
}

const two = [semverType, semverType];

// Kubernetes: numbers are unsigned in the version and signed in the result (cel/library/semverlib.go semverMajor,
// v1.36).
function signed(value: bigint): CelValue {
  return toInt(BigInt.asIntN(64, value)) ?? 0;
}

/** Library of semantic versions. */
export const semverLibrary: Library = {
  name: "semver",
  introduced: "1.33",
  functions: [
    fromText("semver", ["string_to_semver", "string_bool_to_semver"], { result: semverType, call: parse }),
    fromText("isSemver", ["is_semver_string", "is_semver_string_bool"], {
      result: boolType,
      call: (text, normalizes) => parse(text as CelValue, normalizes) instanceof CelSemver,
    }),
    member(
      "isGreaterThan",
      { id: "semver_is_greater_than", args: two, result: boolType },
      (left, right) => compareVersions(left, right) === 1,
    ),
    member(
      "isLessThan",
      { id: "semver_is_less_than", args: two, result: boolType },
      (left, right) => compareVersions(left, right) === -1,
    ),
    member("compareTo", { id: "semver_compare_to", args: two, result: intType }, compareVersions),
    member("major", { id: "semver_major", result: intType }, ({ numbers }) => signed(numbers[0])),
    member("minor", { id: "semver_minor", result: intType }, ({ numbers }) => signed(numbers[1])),
    member("patch", { id: "semver_patch", result: intType }, ({ numbers }) => signed(numbers[2])),
  ],
};
