import { concatBytes, encodeUtf8 } from "@kiln/api";
import { encodeDocument, encodeSwagger, printSwagger } from "@kiln/openapi";
import type { ApiResponse, ResponseBody, ResponseHeaders } from "@kiln/wire";
import { parseAccept } from "../http/parse-accept.ts";
import { pageNotFound } from "../http/respond.ts";
import type { Context } from "../request/context.ts";
import { documentUrl, type OpenApi } from "./openapi.ts";

const V3_PREFIX = "/openapi/v3/";

/**
 * Serves /openapi/v2, the index /openapi/v3 and the documents below it. Kubernetes: any method is accepted
 * (kube-openapi/pkg/handler3/handler.go RegisterOpenAPIV3VersionedService, v1.36).
 */
export async function serveOpenApi(context: Context, openApi: OpenApi): Promise<ApiResponse> {
  const { path } = context.info;
  if (path === "/openapi/v2") {
    return serveSwagger(context, openApi);
  }
  if (path === "/openapi/v3") {
    return serveIndex(openApi);
  }
  return path.startsWith(V3_PREFIX) ? serveDocument(context, openApi, path.slice(V3_PREFIX.length)) : pageNotFound();
}

/**
 * Kubernetes: the index has no JSON content type, and ignores Accept (openapiv3/aggregator/aggregator.go
 * handleDiscovery, v1.36).
 */
async function serveIndex(openApi: OpenApi): Promise<ApiResponse> {
  return {
    status: 200,
    headers: { "content-type": "text/plain; charset=utf-8" },
    body: await openApi.index(),
  };
}

async function serveDocument(context: Context, openApi: OpenApi, path: string): Promise<ApiResponse> {
  const document = await openApi.document(path);
  if (document === undefined) {
    return { status: 404, headers: {} };
  }
  const headers: ResponseHeaders = { vary: "Accept" };
  const form = chooseForm(context, "v3");
  if (form === undefined) {
    // Kubernetes: an Accept header without a readable clause gets an empty 200 (handler3/handler.go HandleGroupVersion,
    // v1.36).
    return { status: isReadable(context) ? 406 : 200, headers };
  }
  headers["content-type"] = FORMS.v3[form];
  headers.etag = `"${document.hash}"`;
  const asked = context.info.query.get("hash") ?? "";
  if (asked !== "" && asked !== document.hash) {
    headers.location = (context.request.basePath ?? "") + documentUrl(path, document.hash);
    return { status: 301, headers };
  }
  if (asked !== "") {
    headers["cache-control"] = "public, immutable";
    headers.expires = inOneYear(context.services.clock.now());
  }
  return respond(context, headers, async () =>
    form === "json" ? document.json() : encodeDocument(await document.build()),
  );
}

async function serveSwagger(context: Context, openApi: OpenApi): Promise<ApiResponse> {
  const headers: ResponseHeaders = { vary: "Accept" };
  const form = chooseForm(context, "v2");
  if (form === undefined) {
    return { status: 406, headers };
  }
  const { hash, parts } = await openApi.swagger();
  headers["content-type"] = FORMS.v2[form];
  headers.etag = `"${hash}"`;
  return respond(context, headers, async () =>
    inChunks(form === "json" ? toBytes(printSwagger(parts())) : encodeSwagger(parts())),
  );
}

type Form = "json" | "protobuf";

const FORMS: Readonly<Record<"v2" | "v3", Readonly<Record<Form, string>>>> = {
  v2: { json: "application/json", protobuf: "application/com.github.proto-openapi.spec.v2.v1.0+protobuf" },
  v3: { json: "application/json", protobuf: "application/com.github.proto-openapi.spec.v3.v1.0+protobuf" },
};

/**
 * Best encoding that the client accepts. Kubernetes: the older protobuf media type, with an `@`, is accepted too
 * (kube-openapi/pkg/handler/handler.go RegisterOpenAPIVersionedService, v1.36).
 */
function chooseForm({ request }: Context, version: "v2" | "v3"): Form | undefined {
  const protobuf = FORMS[version].protobuf.slice("application/".length);
  const subtypes: readonly (readonly [string, Form])[] = [
    ["json", "json"],
    [protobuf, "protobuf"],
    [protobuf.replace(`${version}.`, `${version}@`), "protobuf"],
  ];
  for (const { type, subtype } of parseAccept(request.headers.accept || "*/*")) {
    const found = subtypes.find(([known]) => subtype === known || subtype === "*");
    if ((type === "application" || type === "*") && found !== undefined) {
      return found[1];
    }
  }
  return undefined;
}

function isReadable({ request }: Context): boolean {
  return parseAccept(request.headers.accept || "*/*").length > 0;
}

/** Responds with 304 if the client has the document already, and without a body to HEAD. */
async function respond(
  { request, info }: Context,
  headers: ResponseHeaders,
  write: () => Promise<ResponseBody>,
): Promise<ApiResponse> {
  const known = (request.headers["if-none-match"] ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (known.includes("*") || known.includes(String(headers.etag))) {
    const { "content-type": _, ...rest } = headers;
    return { status: 304, headers: rest };
  }
  return info.method === "HEAD" ? { status: 200, headers } : { status: 200, headers, body: await write() };
}

function inOneYear(now: Date): string {
  const then = new Date(now);
  then.setUTCFullYear(now.getUTCFullYear() + 1);
  // Kubernetes: the zone is UTC here, not GMT as elsewhere (handler3/handler.go HandleGroupVersion, v1.36).
  return then.toUTCString().replace("GMT", "UTC");
}

async function* toBytes(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield encodeUtf8(piece);
  }
}

const CHUNK_BYTES = 64 * 1024;

/** Joins small parts to larger chunks: each costs a write. */
async function* inChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    waitingBytes += piece.byteLength;
    if (waitingBytes >= CHUNK_BYTES) {
      yield concatBytes(waiting);
      waiting = [];
      waitingBytes = 0;
    }
  }
  yield concatBytes(waiting);
}
