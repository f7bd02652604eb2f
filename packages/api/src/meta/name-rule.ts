import {
  checkDns1035Label,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkPathSegmentName,
  checkPathSegmentPrefix,
  type NameFaults,
} from "./names.ts";

/** Validates metadata.name of one kind; with `prefix` a generateName, to which a suffix will be appended. */
export type NameRule = (name: string, use: "name" | "prefix") => NameFaults;

/** Name rule of most kinds. */
export const nameIsDns1123Subdomain: NameRule = (name, use) => checkDns1123Subdomain(maskDash(name, use));
export const nameIsDns1123Label: NameRule = (name, use) => checkDns1123Label(maskDash(name, use));
export const nameIsDns1035Label: NameRule = (name, use) => checkDns1035Label(maskDash(name, use));
/** Name rule of kinds whose generateName Kubernetes does not validate, only the generated name. */
export const madeNameIsDns1123Subdomain: NameRule = (name, use) =>
  use === "prefix" ? [] : nameIsDns1123Subdomain(name, use);
/** Name rule of kinds such as Role, whose names may have colons and capitals. */
export const nameIsPathSegment: NameRule = (name, use) =>
  use === "prefix" ? checkPathSegmentPrefix(name) : checkPathSegmentName(name);

/**
 * Kubernetes: validates a prefix that ends in a dash as if its last two characters were one letter
 * (api/validation/generic.go maskTrailingDash, v1.36).
 */
function maskDash(name: string, use: "name" | "prefix"): string {
  return use === "prefix" && name.length > 1 && name.endsWith("-") ? `${name.slice(0, -2)}a` : name;
}

/** Characters of generated suffixes: no vowels and no digits like them, so that suffixes do not form words. */
const SUFFIX_ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
const SUFFIX_LENGTH = 5;
const MAX_PREFIX_LENGTH = 63 - SUFFIX_LENGTH;

/** Generates a name from a generateName. `random` returns numbers from 0 up to but not including 1. */
export function generateName(prefix: string, random: () => number): string {
  let name = prefix.slice(0, MAX_PREFIX_LENGTH);
  for (let i = 0; i < SUFFIX_LENGTH; i++) {
    name += SUFFIX_ALPHABET[Math.floor(random() * SUFFIX_ALPHABET.length)];
  }
  return name;
}
