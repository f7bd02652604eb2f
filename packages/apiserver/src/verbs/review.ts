import type { JsonObject } from "@kiln/api";
import { apiVersionOf, type Resource } from "@kiln/kinds";
import { negotiate } from "../output/negotiate.ts";
import type { Context } from "../request/context.ts";
import { admit } from "../write/admit.ts";
import { checkIdentity } from "../write/check-identity.ts";
import { checkKind } from "../write/check-kind.ts";
import { defaultObject } from "../write/default-object.ts";
import { mutate } from "../write/mutate.ts";
import { pruneObject } from "../write/prune-object.ts";
import { receiveCreate } from "../write/receive-create.ts";
import { runSteps, type Step } from "../write/write.ts";
import type { Verb } from "./verb.ts";

/** Create of a review: the response is the object itself, and nothing is stored. */
export const review: Verb = async (context, resource) => {
  const output = negotiate(context, resource);
  const object = await readQuestion(context, resource);
  const { user, services } = context;
  const answer = (await resource.strategy.answer?.(object, { services: services.kinds, user })) ?? {};
  return output.respondObject(201, { kind: resource.names.kind, apiVersion: apiVersionOf(resource), ...answer });
};

/** Steps that a review shares with a stored object. */
const steps: readonly Step[] = [checkKind, pruneObject, defaultObject, checkIdentity, mutate, admit];

async function readQuestion(context: Context, resource: Resource): Promise<JsonObject> {
  const write = await receiveCreate(context, resource);
  await runSteps(steps, write);
  return write.object;
}
