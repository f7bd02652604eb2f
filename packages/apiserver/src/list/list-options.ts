import {
  type FieldError,
  type FieldSelector,
  fieldPath,
  forbidden,
  type LabelSelector,
  notSupported,
  type Parsed,
  quoteGo,
  statusBadRequest,
  statusInvalid,
} from "@kiln/api";
import type { RequestQuery } from "../request/parse-query.ts";

/** Options of list, watch and deletecollection. */
export interface ListOptions {
  readonly labels: LabelSelector;
  readonly fields: FieldSelector;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly continue: string;
  /** Maximum number of objects in a page; 0 and below: no limit. */
  readonly limit: number;
  readonly timeoutSeconds?: number;
  readonly allowWatchBookmarks: boolean;
  readonly sendInitialEvents?: boolean;
}

/** Parses the query of a list or watch; throws 400. {@link checkListOptions} checks the combination of options. */
export function parseListOptions(query: RequestQuery): ListOptions {
  const timeoutSeconds = readInteger(query, "timeoutSeconds");
  const limit = readInteger(query, "limit");
  const sendInitialEvents = query.get("sendInitialEvents");
  return {
    labels: readSelector(query.labelSelector),
    fields: readSelector(query.fieldSelector),
    resourceVersion: query.get("resourceVersion") ?? "",
    resourceVersionMatch: query.get("resourceVersionMatch") ?? "",
    continue: query.get("continue") ?? "",
    limit: limit ?? 0,
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    allowWatchBookmarks: isTrue(query.get("allowWatchBookmarks")),
    ...(sendInitialEvents === null ? {} : { sendInitialEvents: isTrue(sendInitialEvents) }),
  };
}

function readSelector<T>(parsed: Parsed<T>): T {
  if (parsed.error !== undefined) {
    throw statusBadRequest(parsed.error);
  }
  return parsed.value;
}

export function readInteger(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) {
    return undefined;
  }
  const fault = judgeInteger(text);
  if (fault !== undefined) {
    throw statusBadRequest(`strconv.ParseInt: parsing ${quoteGo(text)}: ${fault}`);
  }
  return Number(text);
}

function judgeInteger(text: string): string | undefined {
  if (!/^[+-]?\d+$/.test(text)) {
    return "invalid syntax";
  }
  const value = BigInt(text.replace("+", ""));
  return BigInt.asIntN(64, value) === value ? undefined : "value out of range";
}

/**
 * Kubernetes: any value but 0 and false is true, also the empty one (apimachinery/pkg/runtime/conversion.go
 * Convert_Slice_string_To_bool, v1.36).
 */
export function isTrue(text: string | null): boolean {
  return text !== null && text !== "0" && text.toLowerCase() !== "false";
}

/** Throws 422 for contradictory options of a list or deletecollection. */
export function checkListOptions(options: ListOptions): void {
  const errors: FieldError[] = [];
  const path = fieldPath("resourceVersionMatch");
  const { resourceVersionMatch: match, resourceVersion } = options;
  if (match !== "") {
    if (resourceVersion === "") {
      errors.push(forbidden(path, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
    }
    if (options.continue !== "") {
      errors.push(forbidden(path, "resourceVersionMatch is forbidden when continue is provided"));
    }
    if (match !== "Exact" && match !== "NotOlderThan") {
      errors.push(notSupported(path, match, ["Exact", "NotOlderThan", ""]));
    }
    if (match === "Exact" && resourceVersion === "0") {
      errors.push(forbidden(path, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
    }
  }
  if (options.sendInitialEvents !== undefined) {
    errors.push(forbidden(fieldPath("sendInitialEvents"), "sendInitialEvents is forbidden for list"));
  }
  refuse(errors);
}

/** Throws 422 for contradictory options of a watch. */
export function checkWatchOptions(options: ListOptions): void {
  const errors: FieldError[] = [];
  const path = fieldPath("resourceVersionMatch");
  const { resourceVersionMatch: match, sendInitialEvents } = options;
  if (sendInitialEvents !== undefined && match !== "NotOlderThan") {
    errors.push(forbidden(path, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
  }
  if (match !== "") {
    if (sendInitialEvents === undefined) {
      errors.push(forbidden(path, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
    }
    if (match !== "NotOlderThan") {
      errors.push(notSupported(path, match, ["NotOlderThan"]));
    }
    if (options.continue !== "") {
      errors.push(forbidden(path, "resourceVersionMatch is forbidden when continue is provided"));
    }
  }
  refuse(errors);
}

function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) {
    throw statusInvalid({ group: "meta.k8s.io", kind: "ListOptions" }, "", errors);
  }
}
