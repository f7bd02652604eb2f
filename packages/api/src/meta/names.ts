import { isGoPrintable } from "../go/go-print.ts";
import { utf8Length } from "../text/utf8-length.ts";

/** Errors of a name, each a complete sentence; empty if it is valid. */
export type NameFaults = readonly string[];

const NONE: NameFaults = [];

const DNS1123_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const DNS1123_SUBDOMAIN = `${DNS1123_LABEL}(\\.${DNS1123_LABEL})*`;
const DNS1035_LABEL = "[a-z]([-a-z0-9]*[a-z0-9])?";
const WILDCARD_SUBDOMAIN = `\\*\\.${DNS1123_SUBDOMAIN}`;
const LABEL_KEY = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const LABEL_VALUE = `(${LABEL_KEY})?`;
const C_IDENTIFIER = "[A-Za-z_][A-Za-z0-9_]*";
const CONFIG_MAP_KEY = "[-._a-zA-Z0-9]+";
const HTTP_HEADER_NAME = "[-A-Za-z0-9]+";
const PERCENT = "[0-9]+%";

// Linear in the text: expressions are anchored, and their parts begin with different characters.
const DNS1123_LABEL_ONLY = whole(DNS1123_LABEL);
const DNS1123_SUBDOMAIN_ONLY = whole(DNS1123_SUBDOMAIN);
const DNS1035_LABEL_ONLY = whole(DNS1035_LABEL);
const WILDCARD_SUBDOMAIN_ONLY = whole(WILDCARD_SUBDOMAIN);
const LABEL_KEY_ONLY = whole(LABEL_KEY);
const LABEL_VALUE_ONLY = whole(LABEL_VALUE);
const C_IDENTIFIER_ONLY = whole(C_IDENTIFIER);
const CONFIG_MAP_KEY_ONLY = whole(CONFIG_MAP_KEY);
const HTTP_HEADER_NAME_ONLY = whole(HTTP_HEADER_NAME);
const PERCENT_ONLY = whole(PERCENT);

const MAX_LABEL = 63;
const MAX_SUBDOMAIN = 253;

export function checkDns1123Label(value: string): NameFaults {
  const faults = checkLength(value, MAX_LABEL, "characters");
  if (DNS1123_LABEL_ONLY.test(value)) {
    return faults;
  }
  if (DNS1123_SUBDOMAIN_ONLY.test(value)) {
    return [...faults, "must not contain dots"];
  }
  const rule =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
  return [...faults, mismatch(rule, DNS1123_LABEL, ["my-name", "123-abc"])];
}

export function checkDns1123Subdomain(value: string): NameFaults {
  return checkSubdomain(value, "characters");
}

export function checkDns1035Label(value: string): NameFaults {
  const faults = checkLength(value, MAX_LABEL, "characters");
  const rule =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
  return DNS1035_LABEL_ONLY.test(value) ? faults : [...faults, mismatch(rule, DNS1035_LABEL, ["my-name", "abc-123"])];
}

/** Validates `*.example.com`: exactly one asterisk, as the first label. */
export function checkWildcardDns1123Subdomain(value: string): NameFaults {
  const faults = checkLength(value, MAX_SUBDOMAIN, "characters");
  const rule =
    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character";
  return WILDCARD_SUBDOMAIN_ONLY.test(value)
    ? faults
    : [...faults, mismatch(rule, WILDCARD_SUBDOMAIN, ["*.example.com"])];
}

/** Validates a qualified name, the form of label keys, finalizers and condition types: `app`, `example.com/app`. */
export function checkLabelKey(value: string): NameFaults {
  const parts = value.split("/", 3);
  if (parts.length > 2) {
    const rule = mismatch(`a valid label key ${LABEL_KEY_RULE}`, LABEL_KEY, LABEL_KEY_EXAMPLES);
    return [`${rule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const name = parts.at(-1) as string;
  if (parts.length === 1 && isGoodKeyName(name)) {
    return NONE;
  }
  const prefixFaults = parts.length === 2 ? checkKeyPrefix(parts[0] as string) : NONE;
  return [...prefixFaults, ...checkKeyName(name)];
}

const LABEL_KEY_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const LABEL_KEY_EXAMPLES = ["MyName", "my.name", "123-abc"];

function isGoodKeyName(name: string): boolean {
  return name.length <= MAX_LABEL && LABEL_KEY_ONLY.test(name);
}

function checkKeyPrefix(prefix: string): NameFaults {
  return prefix === ""
    ? ["prefix part must be non-empty"]
    : checkSubdomain(prefix, "bytes").map((fault) => `prefix part ${fault}`);
}

function checkKeyName(name: string): NameFaults {
  const faults = name === "" ? ["must be non-empty"] : [...checkLength(name, MAX_LABEL, "bytes")];
  if (!LABEL_KEY_ONLY.test(name)) {
    faults.push(mismatch(LABEL_KEY_RULE, LABEL_KEY, LABEL_KEY_EXAMPLES));
  }
  return faults.map((fault) => `name part ${fault}`);
}

/**
 * Kubernetes: an annotation key is a label key in any case (api/validation/objectmeta.go ValidateAnnotations, v1.36).
 */
export function checkAnnotationKey(value: string): NameFaults {
  return checkLabelKey(value.toLowerCase());
}

export function checkLabelValue(value: string): NameFaults {
  const faults = checkLength(value, MAX_LABEL, "bytes");
  const rule =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
  return LABEL_VALUE_ONLY.test(value)
    ? faults
    : [...faults, mismatch(rule, LABEL_VALUE, ["MyValue", "my_value", "12345"])];
}

/**
 * Errors of a name as one segment of a URL path. Kubernetes: neither emptiness nor length is checked
 * (api/validation/path/name.go IsValidPathSegmentName, v1.36).
 */
export function checkPathSegmentName(name: string): NameFaults {
  return name === "." || name === ".." ? [`may not be '${name}'`] : checkPathSegmentPrefix(name);
}

export function checkPathSegmentPrefix(name: string): NameFaults {
  return ["/", "%"].filter((text) => name.includes(text)).map((text) => `may not contain '${text}'`);
}

export function checkCIdentifier(value: string): NameFaults {
  const rule =
    "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'";
  return C_IDENTIFIER_ONLY.test(value) ? NONE : [mismatch(rule, C_IDENTIFIER, ["my_name", "MY_NAME", "MyName"])];
}

/** Validates the name of a container's environment variable: nearly any printable text. */
export function checkRelaxedEnvVarName(value: string): NameFaults {
  if (value === "") {
    return ["environment variable name must be non-empty"];
  }
  return /^[\x20-\x3c\x3e-\x7e]*$/.test(value)
    ? NONE
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

/** Validates a key of a ConfigMap or Secret, which may become a file name. */
export function checkConfigMapKey(value: string): NameFaults {
  const rule = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
  const faults = [...checkLength(value, MAX_SUBDOMAIN, "characters")];
  if (!CONFIG_MAP_KEY_ONLY.test(value)) {
    faults.push(mismatch(rule, CONFIG_MAP_KEY, ["key.name", "KEY_NAME", "key-name"]));
  }
  return [...faults, ...checkParentDirectory(value)];
}

export function checkPortName(value: string): NameFaults {
  const faults = [...checkLength(value, 15, "characters")];
  if (!/^[-a-z0-9]+$/.test(value)) {
    faults.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  }
  if (!/[a-z]/.test(value)) {
    faults.push("must contain at least one letter (a-z)");
  }
  if (value.includes("--")) {
    faults.push("must not contain consecutive hyphens");
  }
  if (value.startsWith("-") || value.endsWith("-")) {
    faults.push("must not begin or end with a hyphen");
  }
  return faults;
}

export function checkPortNumber(port: number | bigint): NameFaults {
  return checkRange(port, 1, 65535);
}

export function checkRange(value: number | bigint, min: number, max: number): NameFaults {
  return value >= min && value <= max ? NONE : [`must be between ${min} and ${max}, inclusive`];
}

export function checkPercent(value: string): NameFaults {
  const rule = "a valid percent string must be a numeric string followed by an ending '%'";
  return PERCENT_ONLY.test(value) ? NONE : [mismatch(rule, PERCENT, ["1%", "93%"])];
}

export function checkHttpHeaderName(value: string): NameFaults {
  const rule = "a valid HTTP header must consist of alphanumeric characters or '-'";
  return HTTP_HEADER_NAME_ONLY.test(value) ? NONE : [mismatch(rule, HTTP_HEADER_NAME, ["X-Header-Name"])];
}

/**
 * Validates the characters of a field manager: any printable text. Its length is validated elsewhere, with its path.
 */
export function checkFieldManagerCharacters(manager: string): NameFaults {
  if (/^[ -~]*$/.test(manager)) {
    return NONE;
  }
  const faults: string[] = [];
  let position = 0;
  for (const char of manager) {
    if (!isGoPrintable(char)) {
      const code = (char.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
      faults.push(`invalid character U+${code} (at position ${position})`);
    }
    position += utf8Length(char);
  }
  return faults;
}

function checkSubdomain(value: string, unit: "bytes" | "characters"): NameFaults {
  const faults = checkLength(value, MAX_SUBDOMAIN, unit);
  const rule =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
  return DNS1123_SUBDOMAIN_ONLY.test(value) ? faults : [...faults, mismatch(rule, DNS1123_SUBDOMAIN, ["example.com"])];
}

/**
 * Kubernetes: counts bytes either way; the message says bytes or characters depending on the rule
 * (util/validation/validation.go MaxLenError, v1.36).
 */
function checkLength(value: string, max: number, unit: "bytes" | "characters"): NameFaults {
  return value.length <= max && utf8Length(value) <= max ? NONE : [`must be no more than ${max} ${unit}`];
}

function checkParentDirectory(value: string): NameFaults {
  if (value === "." || value === "..") {
    return [`must not be '${value}'`];
  }
  return value.startsWith("..") ? ["must not start with '..'"] : NONE;
}

function mismatch(rule: string, expression: string, examples: readonly string[]): string {
  const shown = examples.map((example) => `'${example}', `).join(" or ");
  return `${rule} (e.g. ${shown}regex used for validation is '${expression}')`;
}

function whole(expression: string): RegExp {
  return new RegExp(`^${expression}$`);
}
