import {
  checkLabelKey,
  checkLabelValue,
  nameIsDns1035Label,
  nameIsDns1123Label,
  nameIsDns1123Subdomain,
} from "@kiln/api";
import type { FunctionDeclaration } from "../check/declaration.ts";
import { scaleRange } from "../check/range.ts";
import { patternFactor, sizeOrAny, traversalFactor, unitCosts } from "../cost/library-costs.ts";
import { plainSize } from "../cost/size-of-value.ts";
import { parseUrl } from "../go/go-url.ts";
import { noSuchOverload } from "../values/compare.ts";
import { parseTimestamp } from "../values/timestamp.ts";
import { listType, optionalType, stringType, structType } from "../values/type.ts";
import { CelError, CelOptional, type CelValue, OpaqueValue, optionalNone } from "../values/value.ts";
import type { Library } from "./library.ts";

const formatType = structType("kubernetes.NamedFormat");

interface NamedFormat {
  readonly name: string;
  /** Errors of a string; empty if it matches the format. */
  readonly check: (text: string) => readonly string[];
  /** Size of the pattern for the cost estimate. */
  readonly patternSize: number;
}

class CelFormat extends OpaqueValue {
  readonly typeName = "kubernetes.NamedFormat";
  readonly format: NamedFormat;

  constructor(format: NamedFormat) {
    super();
    this.format = format;
  }

  equals(other: CelValue): boolean | CelError {
    return other instanceof CelFormat ? this.format.name === other.format.name : noSuchOverload();
  }

  print(): string {
    return this.format.name;
  }
}

function pattern(fault: string, isFit: (text: string) => boolean): NamedFormat["check"] {
  return (text) => (isFit(text) ? [] : [fault]);
}

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;
const time = /^(\d{2}):(\d{2}):(\d{2})(?:[^\n]\d+)?(?:z|[+-]\d{2}:\d{2})$/u;

function isDate(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseTimestamp(`${text}T00:00:00Z`) : undefined;
  return moment !== undefined;
}

// Kubernetes: case does not matter, any character may separate the fraction, and the part after a second T is ignored
// (strfmt/time.go IsDateTime, v1.36).
function isDateTime(text: string): boolean {
  const [date = "", clock = ""] = text.toLowerCase().split("t", 2);
  const [, hour, minute, second] = time.exec(clock) ?? [];
  return isDate(date) && Number(hour) <= 23 && Number(minute) <= 59 && Number(second) <= 59;
}

function checkUri(text: string): readonly string[] {
  const url = parseUrl(text, { viaRequest: true });
  return url instanceof CelError ? [url.message] : [];
}

const timePatternSize = 71;

const formats: ReadonlyMap<string, NamedFormat> = new Map<string, NamedFormat>([
  ["dns1123Label", { name: "DNS1123Label", check: (text) => nameIsDns1123Label(text, "name"), patternSize: 30 }],
  [
    "dns1123Subdomain",
    { name: "DNS1123Subdomain", check: (text) => nameIsDns1123Subdomain(text, "name"), patternSize: 60 },
  ],
  ["dns1035Label", { name: "DNS1035Label", check: (text) => nameIsDns1035Label(text, "name"), patternSize: 30 }],
  ["qualifiedName", { name: "QualifiedName", check: checkLabelKey, patternSize: 60 }],
  [
    "dns1123LabelPrefix",
    { name: "DNS1123LabelPrefix", check: (text) => nameIsDns1123Label(text, "prefix"), patternSize: 30 },
  ],
  [
    "dns1123SubdomainPrefix",
    { name: "DNS1123SubdomainPrefix", check: (text) => nameIsDns1123Subdomain(text, "prefix"), patternSize: 60 },
  ],
  [
    "dns1035LabelPrefix",
    { name: "DNS1035LabelPrefix", check: (text) => nameIsDns1035Label(text, "prefix"), patternSize: 30 },
  ],
  ["labelValue", { name: "LabelValue", check: checkLabelValue, patternSize: 40 }],
  ["uri", { name: "URI", check: checkUri, patternSize: 1103 }],
  [
    "uuid",
    { name: "uuid", check: pattern("does not match the UUID format", (text) => uuid.test(text)), patternSize: 70 },
  ],
  ["byte", { name: "byte", check: pattern("invalid base64", (text) => base64.test(text)), patternSize: 84 }],
  ["date", { name: "date", check: pattern("invalid date", isDate), patternSize: timePatternSize }],
  ["datetime", { name: "datetime", check: pattern("invalid datetime", isDateTime), patternSize: timePatternSize }],
]);

function validate(format: CelValue, text: CelValue): CelValue {
  if (!(format instanceof CelFormat) || typeof text !== "string") {
    return noSuchOverload();
  }
  const faults = format.format.check(text);
  return faults.length === 0 ? optionalNone : new CelOptional([...faults]);
}

function validationCost([format, text]: readonly CelValue[]): number | undefined {
  if (!(format instanceof CelFormat)) {
    return undefined;
  }
  const textCost = Math.ceil((1 + plainSize(text as CelValue)) * traversalFactor);
  return textCost * Math.ceil(format.format.patternSize * patternFactor);
}

const maxPatternSize = 128;

const named: FunctionDeclaration = {
  name: "format.named",
  overloads: [
    {
      id: "format-named",
      args: [stringType],
      result: optionalType(formatType),
      call: (name) => {
        const format = formats.get(String(name));
        return format === undefined ? optionalNone : new CelOptional(new CelFormat(format));
      },
    },
  ],
  ...unitCosts,
};

/** Library of named string formats: `format.dns1123Label()` and its like, and `format.named()`. */
export const formatLibrary: Library = {
  name: "format",
  introduced: "1.31",
  functions: [
    {
      name: "validate",
      overloads: [
        {
          id: "format-validate",
          args: [formatType, stringType],
          result: optionalType(listType(stringType)),
          isMember: true,
          call: validate,
        },
      ],
      cost: validationCost,
      estimate: ([, text]) => ({
        cost: scaleRange(scaleRange(sizeOrAny(text), traversalFactor), maxPatternSize * patternFactor),
      }),
    },
    named,
    ...[...formats].map(([name, format]): FunctionDeclaration => {
      const value = new CelFormat(format);
      return {
        name: `format.${name}`,
        overloads: [{ id: `format.${name}`, args: [], result: formatType, call: () => value }],
      };
    }),
  ],
};
