import { negotiate } from "../http/negotiate.ts";
import { readBodyBytes } from "../http/read-body.ts";
import { apiVersionOf } from "../resources/resource.ts";
import { openDecoder } from "../write/decode-body.ts";
import type { Verb } from "./verb.ts";

/** The create of a kind that is a question: the answer is the object itself, and nothing is kept. */
export const review: Verb = async (context, resource) => {
  const output = negotiate(context, resource);
  const decode = await openDecoder(context, resource);
  const { object } = decode(await readBodyBytes(context));
  const answer = resource.strategy.answer?.(object, context) ?? {};
  return output.respondObject(201, { kind: resource.names.kind, apiVersion: apiVersionOf(resource), ...answer });
};
