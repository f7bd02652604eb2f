import { type Clock, type JsonObject, objectAt, StatusError, textAt } from "@kiln/api";
import {
  type Client,
  createBackoff,
  printQuery,
  type ResourceType,
  readAnswer,
  readWatchEvents,
  resourcePath,
  toFailure,
  wait,
} from "@kiln/client";
import { readRows, type TableRows } from "./table-rows.ts";

/** State of a list, with the reason if it is not current. */
export type Following =
  | { readonly state: "loading"; readonly loaded: number }
  | { readonly state: "live" }
  | { readonly state: "interrupted"; readonly error: unknown };

export interface FollowTableOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly fraction: () => number;
  readonly type: ResourceType;
  readonly namespace: string | undefined;
  /** Rows of the list, changed in place as objects arrive and change. */
  readonly rows: TableRows;
  readonly onChange: (following: Following) => void;
  readonly signal: AbortSignal;
}

const ACCEPT = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
const PAGE_SIZE = 500;

/** Lists, then watches, and starts over whenever the watch ends, until the signal is aborted. */
export async function followTable(options: FollowTableOptions): Promise<void> {
  const { clock, fraction, onChange, signal } = options;
  const backoff = createBackoff({ fraction, firstMs: 500, lastMs: 10_000 });
  while (!signal.aborted) {
    try {
      const resourceVersion = await listPages(options);
      onChange({ state: "live" });
      await watchFrom(options, resourceVersion, () => backoff.reset());
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      onChange({ state: "interrupted", error });
      await wait(clock, backoff.nextMs(), signal);
    }
  }
}

/** Lists all pages. Returns the resourceVersion to watch from. */
async function listPages(options: FollowTableOptions): Promise<string> {
  const { client, type, namespace, rows, onChange, signal } = options;
  const seen = new Set<string>();
  let [next, resourceVersion] = ["", ""];
  do {
    const query = printQuery({ limit: PAGE_SIZE, continue: next === "" ? undefined : next });
    const target = resourcePath(type, { namespace }) + query;
    const table = await readAnswer(await client.send("GET", target, { headers: { accept: ACCEPT }, signal }));
    rows.put(table);
    for (const { key } of readRows(table)) {
      seen.add(key);
    }
    const metadata = objectAt(table, "metadata");
    next = textAt(metadata, "continue");
    resourceVersion = textAt(metadata, "resourceVersion");
    onChange({ state: "loading", loaded: seen.size });
  } while (next !== "");
  rows.keepOnly(seen);
  return resourceVersion;
}

/** Follows a watch. Resolves when the server ends it normally. */
async function watchFrom(options: FollowTableOptions, from: string, onEvent: () => void): Promise<void> {
  const { client, type, namespace, rows, onChange, signal } = options;
  let resourceVersion = from;
  while (!signal.aborted) {
    const query = printQuery({ watch: true, allowWatchBookmarks: true, resourceVersion });
    const target = resourcePath(type, { namespace }) + query;
    const response = await client.send("GET", target, { headers: { accept: ACCEPT }, signal });
    if (response.status >= 400) {
      throw await toFailure(response);
    }
    onChange({ state: "live" });
    const before = resourceVersion;
    for await (const event of readWatchEvents(response.body)) {
      const table = event.object as unknown as JsonObject;
      resourceVersion = versionOf(table) || resourceVersion;
      if (event.type !== "BOOKMARK") {
        event.type === "DELETED" ? rows.remove(table) : rows.put(table);
        onChange({ state: "live" });
      }
      onEvent();
    }
    if (before === resourceVersion) {
      throw new Error("the watch ended");
    }
  }
}

/** resourceVersion of the row's object; in some events of Kubernetes that of the Table is empty. */
function versionOf(table: JsonObject): string {
  const [row] = Array.isArray(table.rows) ? table.rows : [];
  return (
    textAt(objectAt(row, "object", "metadata"), "resourceVersion") ||
    textAt(objectAt(table, "metadata"), "resourceVersion")
  );
}

/** Whether a retry cannot help: the user may not list the kind, or it is no longer served. */
export function isRefused(error: unknown): error is StatusError {
  return error instanceof StatusError && [403, 404, 405].includes(error.status.code ?? 0);
}
