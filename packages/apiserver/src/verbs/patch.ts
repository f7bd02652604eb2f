import {
  decodeJson,
  invalid,
  isJsonObject,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
  printJson,
  statusBadRequest,
  statusInvalid,
  statusUnsupportedMediaType,
} from "@kiln/api";
import type { Context } from "../context.ts";
import { negotiate } from "../http/negotiate.ts";
import { contentTypeOf, readBodyBytes } from "../http/read-body.ts";
import { mergePatch } from "../patch/merge-patch.ts";
import type { Decoding } from "../write/write.ts";
import { writeOver } from "../write/write-over.ts";
import { parseWriteOptions } from "./options.ts";
import type { Verb } from "./verb.ts";

type Patch = (target: JsonValue, patch: JsonValue) => JsonValue;

const PATCHES: ReadonlyMap<string, Patch> = new Map([["application/merge-patch+json", mergePatch]]);

export const patch: Verb = async (context, resource) => {
  const output = negotiate(context, resource);
  const options = parseWriteOptions(context.info.query, "PatchOptions");
  const apply = PATCHES.get(contentTypeOf(context));
  if (apply === undefined) {
    throw statusUnsupportedMediaType([...PATCHES.keys()]);
  }
  const body = await readPatch(context);
  return writeOver(context, {
    resource,
    output,
    options,
    operation: "patch",
    mayCreate: false,
    build: (live) => {
      const patched = apply(live?.object ?? {}, body);
      if (!isJsonObject(patched)) {
        throw statusBadRequest("the patch does not give an object");
      }
      return { object: patched, decoding: patchDecoding(patched) };
    },
  });
};

/** Kubernetes: a patch whose result does not decode is invalid, and shows that result. */
function patchDecoding(patched: JsonObject): Decoding {
  const text = () => printJson(patched);
  const refuse = (why: string) => statusInvalid({ group: "", kind: "" }, "", [invalid("patch", text(), why)]);
  return { duplicates: [], duplicateErrors: [], isYaml: false, text, refuse };
}

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
