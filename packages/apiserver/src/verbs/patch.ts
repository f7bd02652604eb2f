import {
  decodeJson,
  isJsonObject,
  JsonSyntaxError,
  type JsonValue,
  statusBadRequest,
  statusUnsupportedMediaType,
} from "@kiln/api";
import type { Context } from "../context.ts";
import { contentTypeOf, readBodyBytes } from "../http/read-body.ts";
import { mergePatch } from "../patch/merge-patch.ts";
import { parseWriteOptions } from "./options.ts";
import { writeOver } from "./update.ts";
import type { Verb } from "./verb.ts";

type Patch = (target: JsonValue, patch: JsonValue) => JsonValue;

const PATCHES: ReadonlyMap<string, Patch> = new Map([["application/merge-patch+json", mergePatch]]);

export const patch: Verb = async (context, resource) => {
  const options = parseWriteOptions(context.info.query, "PatchOptions");
  const apply = PATCHES.get(contentTypeOf(context));
  if (apply === undefined) {
    throw statusUnsupportedMediaType([...PATCHES.keys()]);
  }
  const body = await readPatch(context);
  return writeOver(context, {
    resource,
    options,
    build: (live) => {
      const patched = apply(live.object, body);
      if (!isJsonObject(patched)) {
        throw statusBadRequest("the patch does not give an object");
      }
      return patched;
    },
  });
};

async function readPatch(context: Context): Promise<JsonValue> {
  const bytes = await readBodyBytes(context);
  try {
    return decodeJson(bytes).value;
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      throw statusBadRequest(`error decoding patch: ${error.message}`);
    }
    throw error;
  }
}
