import {
  appendAll,
  asNamedString,
  asObjects,
  asText,
  checkDns1123Label,
  checkDns1123Subdomain,
  deepEqual,
  duplicate,
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  invalid,
  type JsonObject,
  type JsonValue,
  type NameFaults,
  notSupported,
  objectAt,
  quoteGo,
  required,
  tooLong,
} from "@kiln/api";
import { diffPrinted } from "../../go/diff-go-structs.ts";
import { printGoStruct } from "../../go/print-go-struct.ts";
import { fromBase64 } from "../base64-value.ts";
import { fieldRules, type Scope } from "../field-rules.ts";
import { findRepeats } from "../find-repeats.ts";
import { readRequestOrganizations } from "./read-request-organizations.ts";

const SPEC = fieldPath("spec");
const CONDITIONS = fieldPath("status", "conditions");
const CERTIFICATE = fieldPath("status", "certificate");
const LEGACY_SIGNER = "kubernetes.io/legacy-unknown";

/** Allowed key usages, sorted as errors list them. */
const USAGES = [
  "any",
  "cert sign",
  "client auth",
  "code signing",
  "content commitment",
  "crl sign",
  "data encipherment",
  "decipher only",
  "digital signature",
  "email protection",
  "encipher only",
  "ipsec end system",
  "ipsec tunnel",
  "ipsec user",
  "key agreement",
  "key encipherment",
  "microsoft sgc",
  "netscape sgc",
  "ocsp signing",
  "s/mime",
  "server auth",
  "signing",
  "timestamping",
].join("|");

/** Validates a CertificateSigningRequest; invalid values of the stored one may be kept. */
export function validateCertificateRequest(request: JsonObject, old?: JsonObject): FieldError[] {
  const [spec, status] = [objectAt(request, "spec"), objectAt(request, "status")];
  const isSameCertificate = old !== undefined && status.certificate === objectAt(old, "status").certificate;
  return [
    ...checkSpec(spec, SPEC, { given: old === undefined ? undefined : objectAt(old, "spec") }),
    ...validateConditions(asObjects(status.conditions), asObjects(objectAt(old ?? {}, "status").conditions)),
    ...(isSameCertificate ? [] : checkCertificate(asText(status.certificate))),
  ];
}

/** Rules of the spec. Their extra input is the stored spec. */
const checkSpec = fieldRules<JsonObject | undefined>({
  request: checkRequest,
  usages: "required",
  "usages[]": `distinct;enum=${USAGES}`,
  signerName: checkSigner,
  expirationSeconds: "pointer;min=600 may not specify a duration less than 600 seconds (10 minutes)",
});

function checkRequest(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  return readRequestOrganizations(asText(value)) === undefined
    ? [invalid(path, value ?? null, "PEM block type must be CERTIFICATE REQUEST")]
    : [];
}

function checkSigner(
  value: JsonValue | undefined,
  path: FieldPath,
  { given: old }: Scope<JsonObject | undefined>,
): FieldError[] {
  return value === LEGACY_SIGNER && old?.signerName !== LEGACY_SIGNER
    ? [invalid(path, LEGACY_SIGNER, "the legacy signerName is not allowed via this API version")]
    : validateSignerName(asText(value), path);
}

const MAX_DOMAIN = 253;
const MAX_SIGNER = 571;

/** Validates the name of a signer: `example.com/signer`. */
function validateSignerName(name: string, path: FieldPath): FieldError[] {
  if (name === "") {
    return [required(path, "")];
  }
  const [domain = "", signer = "", ...more] = name.split("/");
  if (!name.includes("/") || more.length > 0) {
    return [invalid(path, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'")];
  }
  const isShort = !domain.includes(".");
  return [
    ...(domain.length > MAX_DOMAIN ? [tooLong(path, MAX_DOMAIN)] : []),
    ...checkParts(domain, path, checkDns1123Label),
    ...(isShort ? [invalid(path, domain, "should be a domain with at least two segments separated by dots")] : []),
    ...checkParts(signer, path, checkDns1123Subdomain),
    ...(name.length > MAX_SIGNER ? [tooLong(path, MAX_SIGNER)] : []),
  ];
}

/** Errors of the first invalid part of a dotted name. */
function checkParts(text: string, path: FieldPath, check: (part: string) => NameFaults): FieldError[] {
  for (const part of text.split(".")) {
    const faults = check(part);
    if (faults.length > 0) {
      return faults.map((fault) => invalid(path, text, `validating label ${quoteGo(part)}: ${fault}`));
    }
  }
  return [];
}

const VERDICTS = ["Approved", "Denied"];
const FINAL = [...VERDICTS, "Failed"];

function validateConditions(conditions: readonly JsonObject[], old: readonly JsonObject[]): FieldError[] {
  const types = conditions.map(({ type }) => asText(type));
  const typesBefore = old.map(({ type }) => asText(type));
  const allowsBoth = VERDICTS.every((verdict) => typesBefore.includes(verdict));
  const allowsTwice = new Set(typesBefore).size < typesBefore.length;
  const isRepeat = findRepeats(types);
  const firstOf = new Map(VERDICTS.map((verdict) => [verdict, types.indexOf(verdict)]));
  return conditions.flatMap(({ status }, i) => {
    const type = types[i] as string;
    const other = firstOf.get(VERDICTS.find((verdict) => verdict !== type) as string) ?? -1;
    const isContrary = VERDICTS.includes(type) && other >= 0 && other < i;
    return [
      ...(type === "" && !typesBefore.includes("") ? [required(CONDITIONS.index(i).child("type"), "")] : []),
      ...checkStatus(asText(status), CONDITIONS.index(i).child("status"), FINAL.includes(type)),
      ...(isContrary && !allowsBoth
        ? [invalid(CONDITIONS, type, "Approved and Denied conditions are mutually exclusive")]
        : []),
      ...(isRepeat[i] === true && !allowsTwice ? [duplicate(CONDITIONS.index(i).child("type"), type)] : []),
    ];
  });
}

function checkStatus(status: string, path: FieldPath, isFinal: boolean): FieldError[] {
  const allowed = isFinal ? ["True"] : ["False", "True", "Unknown"];
  if (status === "") {
    return [required(path, "")];
  }
  return allowed.includes(status) ? [] : [asNamedString(notSupported(path, status, allowed))];
}

/**
 * Kubernetes: the error does not print the certificate (apis/certificates/validation/validation.go validateCertificate,
 * v1.36).
 */
function checkCertificate(base64: string): FieldError[] {
  const text = fromBase64(base64);
  const types = [...text.matchAll(/-----BEGIN ([^-\n]*)-----[\s\S]*?-----END \1-----/g)].map(([, type = ""]) => type);
  const refuse = (why: string) => [invalid(CERTIFICATE, "<certificate data>", why)];
  if (base64 === "") {
    return [];
  }
  const wrong = types.find((type) => type !== "CERTIFICATE");
  if (wrong !== undefined) {
    return refuse(`only CERTIFICATE PEM blocks are allowed, found ${quoteGo(wrong)}`);
  }
  return types.length === 0 ? refuse("must contain at least one CERTIFICATE PEM block") : [];
}

/** Validates an update: approval and denial cannot be reverted, and each endpoint writes only its own fields. */
export function validateCertificateUpdate(request: JsonObject, old: JsonObject, subresource: string): FieldError[] {
  const [status, before] = [objectAt(request, "status"), objectAt(old, "status")];
  const count = (type: string) => [status, before].map((each) => conditionsOf(each, type));
  const errors: FieldError[] = [...validateCertificateRequest(request, old)];
  for (const type of FINAL) {
    const [now = [], then = []] = count(type);
    if (now.length < then.length) {
      errors.push(forbidden(CONDITIONS, `updates may not remove a condition of type ${quoteGo(type)}`));
    }
  }
  for (const type of subresource === "approval" ? [] : VERDICTS) {
    const [now = [], then = []] = count(type);
    if (now.length > then.length) {
      errors.push(forbidden(CONDITIONS, `updates may not add a condition of type ${quoteGo(type)}`));
    } else if (now.length === then.length && !deepEqual(now, then)) {
      const why = `updates may not modify a condition of type ${quoteGo(type)}\n${diffConditions(then, now)}`;
      errors.push(forbidden(CONDITIONS, why));
    }
  }
  if (asText(status.certificate) !== asText(before.certificate)) {
    appendAll(errors, refuseCertificate(before, subresource));
  }
  return errors;
}

function conditionsOf(status: JsonObject, type: string): JsonObject[] {
  return asObjects(status.conditions).filter((condition) => condition.type === type);
}

function diffConditions(old: JsonObject[], now: JsonObject[]): string {
  const print = (list: JsonValue) =>
    `[${asObjects(list)
      .map((each) => printGoStruct("certificates/v1.CertificateSigningRequestCondition", each))
      .join()}]`;
  return diffPrinted([old, now], print);
}

function refuseCertificate(before: JsonObject, subresource: string): FieldError[] {
  if (subresource !== "status") {
    return [forbidden(CERTIFICATE, "updates may not set certificate content")];
  }
  return asText(before.certificate) === ""
    ? []
    : [forbidden(CERTIFICATE, "updates may not modify existing certificate content")];
}
