import { encodeJson, type JsonObject, type JsonValue, type KubeList, type KubeObject } from "@kiln/api";
import { itemsOf } from "./items-of.ts";
import { readAnswer, toFailure } from "./read-answer.ts";
import { printQuery, type Query, type ResourcePlace, type ResourceType, resourcePath } from "./resource-type.ts";
import type { ClientResponse, Headers, Transport } from "./transport.ts";
import { readWatchEvents, type WatchEvent } from "./watch-event.ts";

export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Headers in addition to the client's own; they replace those of the same name. */
  readonly headers?: Headers;
}

export interface ListOptions extends RequestOptions {
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan";
}

export interface WatchOptions extends ListOptions {
  readonly allowWatchBookmarks?: boolean;
  /** Asks for the current objects first, as ADDED events that end with a bookmark. */
  readonly sendInitialEvents?: boolean;
  readonly timeoutSeconds?: number;
}

export interface WriteOptions extends RequestOptions {
  readonly subresource?: string;
  readonly fieldManager?: string;
  readonly dryRun?: "All";
}

/** A patch and its media type. */
export interface Patch {
  readonly type: "json" | "merge" | "strategic" | "apply";
  readonly body: JsonValue;
  /** For server-side apply: takes over fields that other managers own. */
  readonly force?: boolean;
}

export interface DeleteOptions extends RequestOptions {
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan";
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

/**
 * Every call rejects with a StatusError if the server returns an error, and with a ConnectionError if it cannot be
 * reached.
 */
export interface Client {
  get(type: ResourceType, place: ResourcePlace, options?: GetOptions): Promise<KubeObject>;
  /** List of objects; one page of it if a limit is set. */
  list(type: ResourceType, options?: ListOptions): Promise<KubeList>;
  /**
   * Objects of a list, requested page by page as they are read. All are of one revision unless the server compacts it
   * meanwhile.
   */
  listAll(type: ResourceType, options?: ListOptions): AsyncGenerator<KubeObject, void, undefined>;
  create(type: ResourceType, object: JsonObject, options?: WriteOptions): Promise<KubeObject>;
  update(type: ResourceType, object: JsonObject, options?: WriteOptions): Promise<KubeObject>;
  patch(type: ResourceType, place: ResourcePlace, patch: Patch, options?: WriteOptions): Promise<KubeObject>;
  /** Returns the object if it still exists (it has finalizers), else a Status. */
  delete(type: ResourceType, place: ResourcePlace, options?: DeleteOptions): Promise<JsonObject>;
  /** Events of one connection. It may end at any time: an informer resumes it. */
  watch(type: ResourceType, options?: WatchOptions): AsyncGenerator<WatchEvent, void, undefined>;
  /** Request for non-resource paths and other media types. Returns the response even if its status is an error. */
  send(
    method: string,
    target: string,
    options?: RequestOptions & { readonly body?: Uint8Array },
  ): Promise<ClientResponse>;
  close(): void;
}

export interface GetOptions extends RequestOptions {
  /** "0" accepts any state of the server. */
  readonly resourceVersion?: string;
}

export interface ClientSettings {
  readonly transport: Transport;
  /** User agent in the form `name/version`: the server derives the field manager from it. */
  readonly userAgent: string;
}

const PAGE_SIZE = 500;

const PATCH_TYPES = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
} as const;

export function createClient({ transport, userAgent }: ClientSettings): Client {
  const send: Client["send"] = (method, target, { signal, headers, body } = {}) =>
    transport.send({
      method,
      target,
      headers: { accept: "application/json", "user-agent": userAgent, ...headers },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });

  /** Sends a request with a JSON body and decodes the JSON response. */
  const call = async (method: string, target: string, options: RequestOptions & { body?: JsonValue } = {}) => {
    const { body, headers, ...rest } = options;
    const content = body === undefined ? {} : { "content-type": "application/json" };
    const response = await send(method, target, {
      ...rest,
      headers: { ...content, ...headers },
      ...(body === undefined ? {} : { body: encodeJson(body) }),
    });
    return readAnswer(response);
  };

  const list: Client["list"] = async (type, options = {}) =>
    (await call("GET", resourcePath(type, options) + printQuery(listQuery(options)), pick(options))) as KubeList;

  return {
    send,
    list,
    close: () => transport.close(),
    listAll: (type, options = {}) => readPages((page) => list(type, { limit: PAGE_SIZE, ...options, ...page })),
    get: async (type, place, options = {}) => {
      const query = printQuery({ resourceVersion: options.resourceVersion });
      return (await call("GET", resourcePath(type, place) + query, pick(options))) as KubeObject;
    },
    create: async (type, object, options = {}) => {
      const { namespace, name } = placeOf(object);
      const { subresource } = options;
      const place = subresource === undefined ? { namespace } : { namespace, name, subresource };
      const target = resourcePath(type, place) + printQuery(writeQuery(options));
      return (await call("POST", target, { ...pick(options), body: object })) as KubeObject;
    },
    update: async (type, object, options = {}) => {
      const place = { ...placeOf(object), subresource: options.subresource };
      const target = resourcePath(type, place) + printQuery(writeQuery(options));
      return (await call("PUT", target, { ...pick(options), body: object })) as KubeObject;
    },
    patch: async (type, place, patch, options = {}) => {
      const query = printQuery({ ...writeQuery(options), force: patch.force });
      const target = resourcePath(type, { ...place, subresource: options.subresource ?? place.subresource }) + query;
      const headers = { ...options.headers, "content-type": PATCH_TYPES[patch.type] };
      return (await call("PATCH", target, { ...pick(options), headers, body: patch.body })) as KubeObject;
    },
    delete: async (type, place, { signal, headers, ...options } = {}) => {
      const target = resourcePath(type, place);
      const body = { kind: "DeleteOptions", apiVersion: "v1", ...options } as JsonObject;
      return call("DELETE", target, { ...pick({ signal, headers }), body });
    },
    watch: (type, options = {}) => watch(send, type, options),
  };
}

/** Leaves out undefined fields, as strict optional properties require. */
function pick({
  signal,
  headers,
}: {
  signal?: AbortSignal | undefined;
  headers?: Headers | undefined;
}): RequestOptions {
  return { ...(signal === undefined ? {} : { signal }), ...(headers === undefined ? {} : { headers }) };
}

function placeOf(object: JsonObject): ResourcePlace {
  const { namespace, name } = (object as KubeObject).metadata ?? {};
  return { namespace, name };
}

function listQuery(options: ListOptions): Query {
  const { labelSelector, fieldSelector, limit, resourceVersion, resourceVersionMatch } = options;
  return { labelSelector, fieldSelector, limit, continue: options.continue, resourceVersion, resourceVersionMatch };
}

function writeQuery({ fieldManager, dryRun }: WriteOptions): Query {
  return { fieldManager, dryRun };
}

async function* readPages(
  readPage: (page: Pick<ListOptions, "continue">) => Promise<KubeList>,
): AsyncGenerator<KubeObject, void, undefined> {
  let token: string | undefined;
  do {
    const page = await readPage(token === undefined ? {} : { continue: token });
    yield* itemsOf(page);
    token = page.metadata.continue;
  } while (token !== undefined && token !== "");
}

async function* watch(
  send: Client["send"],
  type: ResourceType,
  options: WatchOptions,
): AsyncGenerator<WatchEvent, void, undefined> {
  const { allowWatchBookmarks, sendInitialEvents, timeoutSeconds } = options;
  const query = { ...listQuery(options), watch: true, allowWatchBookmarks, sendInitialEvents, timeoutSeconds };
  const response = await send("GET", resourcePath(type, options) + printQuery(query), pick(options));
  if (response.status !== 200) {
    throw await toFailure(response);
  }
  yield* readWatchEvents(response.body);
}
