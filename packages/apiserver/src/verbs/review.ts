import type { JsonObject } from "@kiln/api";
import type { Context } from "../context.ts";
import { negotiate } from "../http/negotiate.ts";
import { contentTypeOf, readBodyBytes } from "../http/read-body.ts";
import { apiVersionOf, type Resource } from "../resources/resource.ts";
import { openDecoder } from "../write/decode-body.ts";
import type { Verb } from "./verb.ts";

/** The create of a kind that is a question: the answer is the object itself, and nothing is kept. */
export const review: Verb = async (context, resource) => {
  const output = negotiate(context, resource);
  const object = await readQuestion(context, resource);
  const answer = resource.strategy.answer?.(object, context) ?? {};
  return output.respondObject(201, { kind: resource.names.kind, apiVersion: apiVersionOf(resource), ...answer });
};

const PROTOBUF = "application/vnd.kubernetes.protobuf";

/** Kubernetes: Go's clients ask in protobuf. There is nothing in such a question that its answer depends on. */
async function readQuestion(context: Context, resource: Resource): Promise<JsonObject> {
  if (contentTypeOf(context) === PROTOBUF) {
    await readBodyBytes(context);
    return {};
  }
  const decode = await openDecoder(context, resource);
  return decode(await readBodyBytes(context)).object;
}
