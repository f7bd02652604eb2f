import { asObject, decodeJson, encodeUtf8, statusBadRequest } from "@kiln/api";
import type { Context, Filter } from "@kiln/apiserver";
import type { ApiResponse } from "@kiln/wire";
import { NAME } from "../kinds/fork.ts";
import type { ImportUploads } from "./import-uploads.ts";

/** Path at which the base cluster accepts objects of another cluster: `POST /testing/imports/NAME?part=N`. */
const IMPORTS_PATH = "/testing/imports/";
const MOST_PART_BYTES = 16 * 1024 * 1024;

/** Accepts parts of imports; a Snapshot with `spec.from.import` creates a state from them. */
export function serveImports(uploads: ImportUploads): Filter {
  return {
    before(context) {
      return context.info.path.startsWith(IMPORTS_PATH) ? answer(context, uploads) : undefined;
    },
  };
}

async function answer({ info, request }: Context, uploads: ImportUploads): Promise<ApiResponse> {
  const name = info.path.slice(IMPORTS_PATH.length);
  const part = info.query.get("part") ?? "";
  if (request.method === "DELETE") {
    uploads.remove(name);
    return respond({});
  }
  if (request.method !== "POST" || !NAME.test(name) || !/^\d{1,9}$/.test(part)) {
    throw statusBadRequest(`send parts with POST ${IMPORTS_PATH}NAME?part=N, from 0, where NAME is a DNS label`);
  }
  const { value } = decodeJson(await request.readBody(MOST_PART_BYTES), { maxBytes: MOST_PART_BYTES });
  const refusal = uploads.add(name, Number(part), asObject(value));
  if (refusal !== undefined) {
    throw statusBadRequest(`import ${name}: ${refusal}`);
  }
  return respond({ entries: uploads.get(name).length });
}

function respond(body: object): ApiResponse {
  return { status: 200, headers: { "content-type": "application/json" }, body: encodeUtf8(JSON.stringify(body)) };
}
