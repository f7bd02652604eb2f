import type { Resource } from "@kiln/kinds";
import { readBodyBytes } from "../http/read-body.ts";
import type { Context } from "../request/context.ts";
import { restIfLarge } from "../request/large-requests.ts";
import { openDecoder } from "./decode-body.ts";
import { parseWriteOptions } from "./options.ts";
import { createWrite, type Write } from "./write.ts";

/**
 * Reads and decodes a POST to a write that is not yet validated. Throws 415 before the body is read, and 400 for
 * options before it is decoded. `parent` is the resource whose subresource the object is sent to.
 */
export async function receiveCreate(context: Context, resource: Resource, parent?: Resource): Promise<Write> {
  const decode = await openDecoder(context, resource);
  const bytes = await readBodyBytes(context);
  const { query, namespace, subresource } = context.info;
  const options = parseWriteOptions(query, "CreateOptions");
  const decoded = decode(bytes);
  const { object, decoding } = decoded instanceof Promise ? await decoded : decoded;
  const rest = restIfLarge(context);
  if (rest !== undefined) {
    await rest;
  }
  return createWrite({
    context,
    resource,
    operation: "create",
    subresource,
    namespace,
    options,
    object,
    decoding,
    live: undefined,
    mayCreate: true,
    ...(parent === undefined ? {} : { parent }),
  });
}
