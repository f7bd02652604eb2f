import type { JsonObject } from "@kiln/api";
import { apiVersionOf, type Resource } from "@kiln/kinds";
import type { Context } from "../request/context.ts";
import { admit } from "../write/admit.ts";
import { matchNamespace } from "../write/check-identity.ts";
import { checkKind } from "../write/check-kind.ts";
import { mutate } from "../write/mutate.ts";
import type { WriteOptions } from "../write/options.ts";
import { pruneObject } from "../write/prune-object.ts";
import { receiveCreate } from "../write/receive-create.ts";
import { runSteps, type Step } from "../write/write.ts";

/** Sets the namespace of the path in the object. */
const checkPlace: Step = (write) => {
  matchNamespace(write);
  return undefined;
};

export interface Asked {
  readonly resource: Resource;
  /** Resource that has the subresource. */
  readonly parent: Resource;
  /** Another apiVersion with the same fields, which is accepted as well. */
  readonly alias?: string;
}

/** Decodes and admits the body of a request to a subresource that creates an object, such as Eviction. */
export async function readQuestion(
  context: Context,
  { resource, parent, alias }: Asked,
): Promise<{ readonly object: JsonObject; readonly options: WriteOptions }> {
  const write = await receiveCreate(context, resource, parent);
  const { object, options } = write;
  if (alias !== undefined && object.apiVersion === alias && object.kind === resource.names.kind) {
    object.apiVersion = apiVersionOf(resource);
  }
  await runSteps([checkKind, pruneObject, checkPlace, mutate, admit], write);
  return { object: write.object, options };
}
