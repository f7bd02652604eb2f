import { encodeJson, encodeUtf8, type JsonObject, printTime, statusNotAcceptable } from "@kiln/api";
import type { ApiResponse, ResponseHeaders } from "@kiln/wire";
import { encodeTree } from "../http/encode-tree.ts";
import { CONTENT_TYPES, chooseMediaForm, isPrettyAsked } from "../http/media-form.ts";
import { jsonResponse } from "../http/respond.ts";
import type { Context } from "../request/context.ts";
import { negotiatePage, PAGE_MEDIA_TYPES } from "./negotiate-page.ts";

/** A page about the server: its text, and its fields as an object of `config.k8s.io`. */
export interface Page {
  readonly kind: "Flagz" | "Statusz";
  text(): string;
  fields(): JsonObject;
}

/** Kubernetes: name of the component in the pages (server/genericapiserver.go PrepareRun, v1.36). */
const COMPONENT = "apiserver";
const DEPRECATED: ReadonlySet<string> = new Set(["v1alpha1"]);

/** Serves a page for any method, with 406 for a form that it does not have. */
export function servePage({ request, info, services }: Context, page: Page): ApiResponse {
  const form = negotiatePage(request, page.kind);
  if (form === undefined) {
    return refuse({ request, info, services });
  }
  const path = page.kind.toLowerCase();
  if (form.encoding === "text") {
    const head = `\n${COMPONENT} ${path}\nWarning: this page is for debugging; its format may change at any time.\n`;
    const headers = { "content-type": "text/plain; charset=utf-8" };
    return { status: 200, headers, body: encodeUtf8(head + page.text()) };
  }
  const headers: ResponseHeaders = { "content-type": CONTENT_TYPES[form.encoding] };
  if (DEPRECATED.has(form.version)) {
    headers.warning = `299 - "This version of the ${path} endpoint is deprecated. Please use a newer version."`;
  }
  const object: JsonObject = {
    kind: page.kind,
    apiVersion: `config.k8s.io/${form.version}`,
    metadata: { name: COMPONENT },
    ...page.fields(),
  };
  const isPretty = form.isPretty || isPrettyAsked(request.headers, info.query);
  const { encoding } = form;
  return { status: 200, headers, body: encodeTree(object, { encoding, isPretty }, services.protobuf) };
}

/**
 * Kubernetes: pages have no protobuf, so that clients of protobuf get the error as JSON (server/flagz/flagz.go
 * newFlagzCodecFactory, v1.36).
 */
function refuse({ request, info, services }: Pick<Context, "request" | "info" | "services">): ApiResponse {
  const { status } = statusNotAcceptable(PAGE_MEDIA_TYPES);
  const { headers } = request;
  const form = chooseMediaForm({ headers, query: info.query, allowsTargets: false, hasMessage: () => false });
  return form === undefined
    ? jsonResponse(406, encodeJson(status, { pretty: true }))
    : {
        status: 406,
        headers: { "content-type": CONTENT_TYPES[form.encoding] },
        body: encodeTree(status, form, services.protobuf),
      };
}

/** The flags of the server with their values. */
export function flagsPage(flags: Readonly<Record<string, string>>): Page {
  const sorted = Object.entries(flags).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    kind: "Flagz",
    text: () => sorted.map(([name, value]) => `${name}=${value}\n`).join(""),
    fields: () => (sorted.length === 0 ? {} : { flags: Object.fromEntries(sorted) }),
  };
}

export interface ServerState {
  readonly startedAt: Date;
  readonly now: Date;
  readonly runtimeVersion: string;
  readonly binaryVersion: string;
  readonly emulationVersion: string;
  /** Non-resource paths that the server serves. */
  readonly paths: readonly string[];
}

/** Versions, time of the start and further pages of the server. */
export function statusPage(state: ServerState): Page {
  const { startedAt, now, runtimeVersion, binaryVersion, emulationVersion } = state;
  const seconds = Math.max(0, Math.floor((now.getTime() - startedAt.getTime()) / 1000));
  const paths = foldersOf(state.paths);
  return {
    kind: "Statusz",
    text: () =>
      [
        "",
        `Started: ${printTime(startedAt)}`,
        `Up: ${printUptime(seconds)}`,
        `Go version: ${runtimeVersion}`,
        `Binary version: ${binaryVersion}`,
        `Emulation version: ${emulationVersion}`,
        `Paths: ${paths.join(" ")}`,
        "",
      ].join("\n"),
    fields: () => ({
      startTime: printTime(startedAt),
      uptimeSeconds: seconds,
      goVersion: runtimeVersion,
      binaryVersion,
      emulationVersion,
      paths: [...paths],
    }),
  };
}

function printUptime(seconds: number): string {
  const two = (value: number) => String(value % 60).padStart(2, "0");
  return `${Math.floor(seconds / 3600)} hr ${two(Math.floor(seconds / 60))} min ${two(seconds)} sec`;
}

/** Kubernetes: folders that the page leaves out (server/statusz/statusz.go aggregatePaths, v1.36). */
const LEFT_OUT: ReadonlySet<string> = new Set(["", "api", "apis", "openid", "openapi", ".well-known"]);

function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = paths.map((path) => path.split("/")[1] ?? "").filter((folder) => !LEFT_OUT.has(folder));
  return [...new Set(folders)].sort().map((folder) => `/${folder}`);
}
