import { statusBadRequest } from "@kiln/api";
import { readObjectBody } from "../http/read-body.ts";
import { jsonResponse } from "../http/respond.ts";
import { withStoreErrors } from "../store-errors.ts";
import { withResourceVersion } from "../stored-value.ts";
import { commit } from "../write/commit.ts";
import { writeSteps } from "../write/steps.ts";
import { runSteps, type Write } from "../write/write.ts";
import { parseWriteOptions } from "./options.ts";
import { reportDuplicates } from "./report-duplicates.ts";
import type { Verb } from "./verb.ts";

export const create: Verb = async (context, resource) => {
  const options = parseWriteOptions(context.info.query, "CreateOptions");
  const { object, duplicates } = await readObjectBody(context);
  reportDuplicates(context, options, duplicates);
  const { namespace } = context.info;
  if (resource.isNamespaced && namespace === "") {
    throw statusBadRequest("an empty namespace may not be set during creation");
  }
  const write: Write = { context, resource, operation: "create", subresource: "", namespace, options, object };
  await runSteps(writeSteps, write);
  const name = String((object.metadata as { name?: unknown }).name);
  const { encoded, revision } = await withStoreErrors(resource, name, () => commit(write));
  return jsonResponse(201, revision === undefined ? encoded.body : withResourceVersion(encoded, revision));
};
