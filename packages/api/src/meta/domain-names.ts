import { type FieldError, invalid, required } from "../field/field-error.ts";
import type { FieldPath } from "../field/field-path.ts";
import { checkDns1123Label, checkDns1123Subdomain } from "./names.ts";

const HTTP_PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
const HTTP_PATH_ONLY = new RegExp(`^${HTTP_PATH}$`);

/** Validates a name with at least three labels, such as that of a webhook. */
export function validateFullyQualifiedName(path: FieldPath, name: string): FieldError[] {
  if (name === "") {
    return [required(path, "")];
  }
  const faults = checkDns1123Subdomain(name);
  if (faults.length > 0) {
    return [invalid(path, name, faults.join(","))];
  }
  return name.split(".").length < 3
    ? [invalid(path, name, "should be a domain with at least three segments separated by dots")]
    : [];
}

/** Validates a domain with at least two labels; one dot at the end is allowed. */
export function validateFullyQualifiedDomainName(path: FieldPath, text: string): FieldError[] {
  if (text === "") {
    return [required(path, "")];
  }
  const name = text.endsWith(".") ? text.slice(0, -1) : text;
  const faults = checkDns1123Subdomain(name);
  if (faults.length > 0) {
    return [invalid(path, name, faults.join(","))];
  }
  const labels = name.split(".");
  if (labels.length < 2) {
    return [invalid(path, name, "should be a domain with at least two segments separated by dots")];
  }
  for (const label of labels) {
    const labelFaults = checkDns1123Label(label);
    if (labelFaults.length > 0) {
      return [invalid(path, label, labelFaults.join(","))];
    }
  }
  return [];
}

/** Validates `acme.io/foo`: a subdomain and a path, the form of names of signers and controllers. */
export function validateDomainPrefixedPath(path: FieldPath, text: string): FieldError[] {
  if (text === "") {
    return [required(path, "")];
  }
  const slash = text.indexOf("/");
  if (slash < 1 || slash === text.length - 1) {
    return [invalid(path, text, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  const host = text.slice(0, slash);
  const rest = text.slice(slash + 1);
  const errors = checkDns1123Subdomain(host).map((fault) => invalid(path, host, fault));
  if (!HTTP_PATH_ONLY.test(rest)) {
    errors.push(invalid(path, rest, `Invalid path (regex used for validation is '${HTTP_PATH}')`));
  }
  return errors;
}
