import { type Random, requiredFieldValue, statusBadRequest, statusFromPlainError } from "@kiln/api";
import type { Resource } from "@kiln/kinds";
import { checkListOptions, checkWatchOptions, type ListOptions, parseListOptions } from "../list/list-options.ts";
import { parseResourceVersion } from "../list/parse-resource-version.ts";
import { createSelection, type Selection } from "../list/selection.ts";
import type { Context } from "../request/context.ts";
import type { RequestQuery } from "../request/parse-query.ts";
import { isWatchQuery, type RequestInfo } from "../request/request-info.ts";

/** First event of a watch. */
export type WatchStart =
  /** Initial objects at a version not older than `notOlderThan`; absent: at the newest version. */
  | { readonly from: "state"; readonly notOlderThan?: bigint }
  /** First change after `version`. */
  | { readonly from: "version"; readonly version: bigint }
  /**
   * Next change: after everything written so far, or, if `isAnyFine`, after the newest revision that this server has.
   */
  | { readonly from: "now"; readonly isAnyFine: boolean };

/** Parsed options of a watch. */
export interface WatchPlan {
  readonly selection: Selection;
  /** Equal for all watches with equal selectors. */
  readonly selectionKey: string;
  readonly start: WatchStart;
  readonly allowsBookmarks: boolean;
  /** True if a bookmark marks the end of the initial objects. */
  readonly marksInitialEnd: boolean;
  readonly timeoutMs: number;
}

/**
 * Parses and checks the options of a watch. Throws errors for which Kubernetes returns a status code; later errors are
 * events of the stream.
 */
export function planWatch({ info, services }: Context, resource: Resource): WatchPlan {
  const { query } = info;
  // Kubernetes: a path with /watch/ opens a watch, but its options are validated as those of a list (handlers/get.go
  // ListResource, v1.36).
  const options = isWatchQuery(query) ? readWatchOptions(query) : readAsList(query);
  const selection = selectForWatch(info, resource, options);
  const { sendInitialEvents: sendsInitial } = options;
  return {
    selection,
    selectionKey: JSON.stringify([selection.prefix, query.get("labelSelector"), query.get("fieldSelector"), info.name]),
    start: toStart(options.resourceVersion, sendsInitial),
    allowsBookmarks: options.allowWatchBookmarks,
    marksInitialEnd: sendsInitial === true && options.allowWatchBookmarks,
    timeoutMs: timeoutOf(options, services.random),
  };
}

/**
 * Kubernetes: options are defaulted before validation, so that an error may name a defaulted one (handlers/get.go
 * ListResource, v1.36).
 */
function readWatchOptions(query: RequestQuery): ListOptions {
  const parsed = parseListOptions(query);
  const options: ListOptions = sendsInitialByDefault(parsed)
    ? { ...parsed, sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" }
    : parsed;
  checkWatchOptions(options);
  return options;
}

function readAsList(query: RequestQuery): ListOptions {
  const options = parseListOptions(query);
  checkListOptions(options);
  return options;
}

function selectForWatch({ namespace, name }: RequestInfo, resource: Resource, options: ListOptions): Selection {
  const { labels, fields } = options;
  if (name === "") {
    return createSelection(resource, namespace, options);
  }
  if (fields.length === 0) {
    const named = { field: "metadata.name", operator: "=", value: name } as const;
    return createSelection(resource, namespace, { labels, fields: [named] });
  }
  const selection = createSelection(resource, namespace, options);
  if (requiredFieldValue(fields, "metadata.name") !== name) {
    throw statusBadRequest("fieldSelector metadata.name doesn't match requested name");
  }
  return selection;
}

function sendsInitialByDefault({ resourceVersion, resourceVersionMatch, sendInitialEvents }: ListOptions): boolean {
  const isOpen = sendInitialEvents === undefined && resourceVersionMatch === "";
  return isOpen && (resourceVersion === "" || resourceVersion === "0");
}

function toStart(resourceVersion: string, sendsInitial: boolean | undefined): WatchStart {
  const parsed = parseResourceVersion(resourceVersion);
  if (parsed.error !== undefined) {
    throw statusFromPlainError(parsed.error);
  }
  const version = parsed.value;
  if (sendsInitial === true) {
    return resourceVersion === "" ? { from: "state" } : { from: "state", notOlderThan: version };
  }
  if (version > 0n) {
    return { from: "version", version };
  }
  return sendsInitial === undefined
    ? { from: "state", notOlderThan: 0n }
    : { from: "now", isAnyFine: resourceVersion !== "" };
}

const MIN_TIMEOUT_MS = 30 * 60 * 1000;

/**
 * Kubernetes: without timeoutSeconds a watch lasts 30 to 60 minutes, so that clients do not all reconnect at once
 * (handlers/get.go ListResource, v1.36).
 */
function timeoutOf({ timeoutSeconds = 0 }: ListOptions, random: Random): number {
  return timeoutSeconds === 0 ? MIN_TIMEOUT_MS * (1 + random.fraction()) : timeoutSeconds * 1000;
}
