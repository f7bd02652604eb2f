import type { Keyword } from "../check.ts";
import { additionalProperties } from "./additional-properties.ts";
import { allOf } from "./all-of.ts";
import { anyOf } from "./any-of.ts";
import { enumKeyword } from "./enum.ts";
import { format } from "./format.ts";
import { items } from "./items.ts";
import { maxItems } from "./max-items.ts";
import { maxLength } from "./max-length.ts";
import { maxProperties } from "./max-properties.ts";
import { maximum } from "./maximum.ts";
import { minItems } from "./min-items.ts";
import { minLength } from "./min-length.ts";
import { minProperties } from "./min-properties.ts";
import { minimum } from "./minimum.ts";
import { multipleOf } from "./multiple-of.ts";
import { not } from "./not.ts";
import { numberRange } from "./number-range.ts";
import { oneOf } from "./one-of.ts";
import { pattern } from "./pattern.ts";
import { properties } from "./properties.ts";
import { typeKeyword } from "./type.ts";
import { uniqueItems } from "./unique-items.ts";

/**
 * Every keyword, in the order in which faults are reported. All of a list run, whatever the ones before found; of an
 * inner list only the first that finds a fault is heard.
 */
export const keywords: readonly (Keyword | readonly Keyword[])[] = [
  typeKeyword,
  anyOf,
  oneOf,
  allOf,
  not,
  [maxLength, minLength, pattern],
  format,
  numberRange,
  multipleOf,
  minimum,
  maximum,
  items,
  minItems,
  maxItems,
  uniqueItems,
  enumKeyword,
  minProperties,
  maxProperties,
  additionalProperties,
  properties,
];
