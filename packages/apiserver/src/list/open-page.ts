import { statusBadRequest, statusResourceExpired } from "@kiln/api";
import type { HeadSnapshot, Resource } from "@kiln/kinds";
import { type Entry, isStoreError, type Range, type RangeOptions } from "@kiln/store";
import { convertEntries } from "../convert/convert-entries.ts";
import type { OutgoingList } from "../output/output.ts";
import type { ListMetadata } from "../output/stream-list.ts";
import type { Context } from "../request/context.ts";
import { fromStoreError } from "../request/store-errors.ts";
import { type ContinueToken, parseContinueToken, printContinueToken } from "./continue-token.ts";
import type { ListOptions } from "./list-options.ts";
import { parseResourceVersion } from "./parse-resource-version.ts";
import type { Selection } from "./selection.ts";
import { keyOfLast, takeSelected } from "./take-selected.ts";
import { isUncached, requireRevision, waitForRevision } from "./wait-for-revision.ts";

export interface PageRequest {
  readonly resource: Resource;
  readonly options: ListOptions;
  readonly selection: Selection;
  /** True if the caller needs the objects of a slice only until it requests the next one. */
  readonly isPassing?: boolean;
}

/** Opens one page of a list, or the whole list, at one revision. Items are read on demand. */
export async function openPage(context: Context, page: PageRequest): Promise<OutgoingList> {
  const { options, selection } = page;
  const isPaged = selection.onlyKey === undefined;
  const token = options.continue === "" ? undefined : parseContinueToken(options.continue);
  const at = token === undefined ? versionAsked(options, isPaged) : versionOf(token, options);
  await reach(context, page, at.revision ?? at.minRevision ?? 0n);
  const { prefix } = selection;
  const start = token === undefined ? undefined : prefix + token.start;
  const place = { prefix, start, revision: toNumber(at.revision), minRevision: toNumber(at.minRevision) };
  // Kubernetes: resourceVersion 0 returns the whole list in one page (storage/cacher/delegator/interface.go
  // ShouldDelegateListMeta, v1.36).
  const limit = options.resourceVersion === "0" || !isPaged ? 0 : Math.max(options.limit, 0);
  return openRange(context, { ...page, place, limit, token });
}

function reach({ services, request }: Context, page: PageRequest, revision: bigint): Promise<void> {
  return isPastCaches(page) ? requireRevision(services, revision) : waitForRevision(services, revision, request);
}

/**
 * Kubernetes: caches keep lists at past versions, but not single objects (storage/cacher/delegator/interface.go
 * ShouldDelegateExactRV, v1.36).
 */
function isPastCaches({ resource, options, selection }: PageRequest): boolean {
  const { resourceVersion, resourceVersionMatch: match, limit } = options;
  const isExact = match === "Exact" || (match === "" && limit > 0 && resourceVersion !== "0");
  return isUncached(resource) || (isExact && selection.onlyKey !== undefined);
}

interface VersionAsked {
  readonly revision?: bigint;
  readonly minRevision?: bigint;
}

function versionAsked({ resourceVersion, resourceVersionMatch, limit }: ListOptions, isPaged: boolean): VersionAsked {
  const parsed = parseResourceVersion(resourceVersion);
  if (parsed.error !== undefined) {
    throw statusBadRequest(`invalid resource version: ${parsed.error}`);
  }
  if (resourceVersion === "") {
    return {};
  }
  // Kubernetes: without resourceVersionMatch, a page is of exactly that version, and a whole list of that or a newer
  // one (apiserver/pkg/storage/interfaces.go ValidateListOptions, v1.36).
  const isExact = resourceVersionMatch === "Exact" || (resourceVersionMatch === "" && isPaged && limit > 0);
  return isExact && parsed.value > 0n ? { revision: parsed.value } : { minRevision: parsed.value };
}

function versionOf(token: ContinueToken, { resourceVersion }: ListOptions): VersionAsked {
  if (resourceVersion !== "" && resourceVersion !== "0") {
    throw statusBadRequest("specifying resource version is not allowed when using continue");
  }
  return token.revision > 0 ? { revision: BigInt(token.revision) } : {};
}

function toNumber(revision: bigint | undefined): number | undefined {
  return revision === undefined ? undefined : Number(revision);
}

interface RangeRequest extends PageRequest {
  readonly place: RangeOptions;
  /** Maximum number of objects; 0: no limit. */
  readonly limit: number;
  readonly token: ContinueToken | undefined;
}

async function openRange(context: Context, request: RangeRequest): Promise<OutgoingList> {
  const { resource, selection, place, limit } = request;
  const { store } = context.services;
  try {
    if (selection.onlyKey !== undefined) {
      return await openOne(context, request, selection.onlyKey);
    }
    const end: PageEnd = {};
    const snapshot = selection.isEverything ? undefined : await openSnapshot(context, request);
    if (snapshot !== undefined) {
      const { start } = place;
      const onFull = (lastKey: string) => {
        end.lastKey = lastKey;
      };
      return {
        slices: () => convertSlices(resource, takeSelected(store, { snapshot, selection, limit, onFull, start })),
        ...wholeList(limit, snapshot),
        metadata: () => describePage(context, request, { range: snapshot, end }),
      };
    }
    const options = {
      ...place,
      reusesMemory: request.isPassing,
      // The number of entries to read for a page is unknown with a selector, so the range is read until the page is
      // full.
      limit: limit > 0 && selection.isEverything ? limit : undefined,
    };
    const range = await store.range(options);
    const { revision } = range;
    let unread: Range | undefined = range;
    const openAgain = () => {
      const opened = unread ?? store.range({ ...options, minRevision: undefined, revision });
      unread = undefined;
      return opened;
    };
    return {
      slices: () => convertSlices(resource, takePage(openAgain, { resource, selection, limit, end })),
      ...wholeList(limit, range),
      metadata: () => describePage(context, request, { range, end }),
    };
  } catch (error) {
    throw isStoreError(error, "compacted") ? expired(request) : translate(error, request);
  }
}

/**
 * Metadata of a list without a limit, which is sent before its items. Metadata of a page depends on its last key, which
 * is found while reading.
 */
function wholeList(limit: number, { revision }: Pick<Range, "revision">): Pick<OutgoingList, "earlyMetadata"> {
  return limit > 0 ? {} : { earlyMetadata: { resourceVersion: String(revision) } };
}

/** Cached metadata at a revision; undefined if only the store still has that revision. */
async function openSnapshot(
  { services }: Context,
  { resource, place, selection }: RangeRequest,
): Promise<HeadSnapshot | undefined> {
  const { revision, minRevision } = place;
  const { term } = selection;
  if (revision !== undefined) {
    return services.heads.snapshot(resource, { at: revision, term });
  }
  return services.heads.snapshot(resource, { after: minRevision ?? (await services.store.currentRevision()), term });
}

/** Opens a list that can contain only one object: one read of its key. */
async function openOne(context: Context, request: RangeRequest, key: string): Promise<OutgoingList> {
  const { resource, selection, place } = request;
  const { store } = context.services;
  const { revision, minRevision, start = "" } = place;
  const at = revision ?? (minRevision === undefined ? await store.currentRevision() : store.revision);
  const found = key < start ? [] : await store.getAll([key], { revision: at });
  const read = await convertEntries(resource, found);
  const metadata = { resourceVersion: String(at) };
  return { slices: () => [read.filter(selection.matches)], earlyMetadata: metadata, metadata: () => metadata };
}

/** Converts the slices: returned objects must be readable, skipped ones need not be. */
function convertSlices(resource: Resource, slices: AsyncGenerator<Entry[]>): AsyncGenerator<Entry[]> {
  return resource.storage.convertRemotely === undefined ? slices : convertEach(resource, slices);
}

async function* convertEach(resource: Resource, slices: AsyncGenerator<Entry[]>): AsyncGenerator<Entry[]> {
  for await (const entries of slices) {
    yield await convertOwn(resource, entries);
  }
}

/** End of a page: its last key, if more objects follow. */
interface PageEnd {
  lastKey?: string;
}

interface PageRules {
  readonly resource: Resource;
  readonly selection: Selection;
  /** Maximum number of objects; 0: no limit. */
  readonly limit: number;
  readonly end: PageEnd;
}

/** Slices of matching objects up to the limit; sets `end` when the page is full. */
async function* takePage(
  openSlices: () => Range | Promise<Range>,
  { resource, selection, limit, end }: PageRules,
): AsyncGenerator<Entry[]> {
  let room = limit > 0 ? limit : Number.POSITIVE_INFINITY;
  let next: string | undefined;
  for await (const slice of await openSlices()) {
    next = slice.next;
    const entries = selection.readsObjects ? await convertOwn(resource, slice.entries) : slice.entries;
    const lastKey = keyOfLast(entries);
    const page = selection.isEverything ? entries : chooseEntries(entries, selection, room);
    const lastOfPage = keyOfLast(page);
    room -= page.length;
    if (room === 0 && lastOfPage !== undefined) {
      if (lastOfPage !== lastKey || next !== undefined) {
        end.lastKey = lastOfPage;
      }
      yield page;
      return;
    }
    yield page;
  }
  // The range ended early because of unreadable entries: the page is shorter, but not the last.
  if (next !== undefined) {
    end.lastKey = next.slice(0, -1);
  }
}

/** First matching entries, at most `room`; later ones are not matched. Empties `entries`, to free memory. */
function chooseEntries(entries: Entry[], selection: Selection, room: number): Entry[] {
  const chosen: Entry[] = [];
  for (const entry of entries) {
    if (selection.matches(entry)) {
      chosen.push(entry);
      if (chosen.length === room) {
        break;
      }
    }
  }
  entries.length = 0;
  return chosen;
}

/** Converts entries to a form that this version can decode. Empties `entries`, to free memory. */
async function convertOwn(resource: Resource, entries: Entry[]): Promise<Entry[]> {
  const converted = [...(await convertEntries(resource, entries))];
  entries.length = 0;
  return converted;
}

async function describePage(
  { services }: Context,
  { selection, place, limit }: RangeRequest,
  { range, end }: { readonly range: Pick<Range, "revision">; readonly end: PageEnd },
): Promise<ListMetadata> {
  const resourceVersion = String(range.revision);
  if (end.lastKey === undefined) {
    return { resourceVersion };
  }
  const token = printContinueToken({
    revision: range.revision,
    start: `${end.lastKey.slice(selection.prefix.length)}\0`,
  });
  if (!selection.isEverything) {
    return { resourceVersion, continue: token };
  }
  const { prefix, start } = place;
  const total = await services.store.count({ prefix, start, revision: range.revision });
  return { resourceVersion, continue: token, remainingItemCount: total - limit };
}

const EXPIRED_TOKEN =
  "The provided continue parameter is too old to display a consistent list result. You can start a new list without " +
  "the continue parameter, or use the continue token in this response to retrieve the remainder of the results. " +
  "Continuing with the provided token results in an inconsistent list - objects that were created, modified, or " +
  "deleted between the time the first chunk was returned and now may show up in the list.";

function expired({ token }: RangeRequest): Error {
  return token === undefined
    ? statusResourceExpired("The resourceVersion for the provided list is too old.")
    : statusResourceExpired(EXPIRED_TOKEN, printContinueToken({ revision: -1, start: token.start }));
}

function translate(error: unknown, { resource }: RangeRequest): unknown {
  return isStoreError(error) ? fromStoreError(error, resource, "") : error;
}
