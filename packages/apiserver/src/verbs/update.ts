import { readBodyBytes } from "../http/read-body.ts";
import { negotiate } from "../output/negotiate.ts";
import { openDecoder } from "../write/decode-body.ts";
import { parseWriteOptions } from "../write/options.ts";
import { writeOver } from "../write/write-over.ts";
import type { Verb } from "./verb.ts";

export const update: Verb = async (context, resource) => {
  if (context.info.name === "") {
    throw resource.dialect.routing.refuseUnnamedUpdate();
  }
  const output = negotiate(context, resource);
  const bytes = await readBodyBytes(context);
  const options = parseWriteOptions(context.info.query, "UpdateOptions");
  const decode = await openDecoder(context, resource);
  const mayCreate = resource.writing.allowsCreateOnUpdate;
  return writeOver(context, { resource, output, options, operation: "update", mayCreate, build: () => decode(bytes) });
};
