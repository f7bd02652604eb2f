import type { Mutation } from "@kiln/admission";
import type { JsonObject, StatusError } from "@kiln/api";
import type { LiveObject, Resource } from "@kiln/kinds";
import type { Context } from "../request/context.ts";
import { restIfLarge } from "../request/large-requests.ts";
import type { WriteOptions } from "./options.ts";

/** One write on its way through the steps, which change `object`, `isSettled` and `mutations`, add warnings, and nothing else. */
export interface Write {
  readonly context: Context;
  readonly resource: Resource;
  /** Requested operation. `live` says whether the object is new. */
  readonly operation: "create" | "update" | "patch";
  readonly subresource: string;
  /** Parent of a subresource with a kind of its own. */
  readonly parent?: Resource;
  readonly namespace: string;
  readonly options: WriteOptions;
  /** New object, in the resource's version. */
  readonly object: JsonObject;
  readonly decoding: Decoding;
  /** Stored object; undefined if there is none. */
  readonly live: LiveObject | undefined;
  /** An update or patch of a missing object creates it. */
  readonly mayCreate: boolean;
  /** The object is the result of an apply: the owners of its fields are known. */
  readonly isApply: boolean;
  /** The object is normalized: pruning, defaults and the schema would not change it. */
  isSettled: boolean;
  /** Changes by webhooks and policies, in order, where a message may have to name them. */
  mutations?: Mutation[];
}

/** One look at the object saves three, if it is what most updates are: a stored object, changed a little. */
export function createWrite(write: Omit<Write, "isSettled" | "isApply"> & { readonly isApply?: boolean }): Write {
  const { context, resource, operation, subresource, namespace, options, object, decoding, live, mayCreate } = write;
  const isSettled = live !== undefined && subresource === "" && resource.schema.isSettled(object);
  return {
    context,
    resource,
    operation,
    subresource,
    namespace,
    options,
    object,
    decoding,
    live,
    mayCreate,
    isApply: write.isApply ?? false,
    isSettled,
    ...(write.parent === undefined ? {} : { parent: write.parent }),
  };
}

/** How the object came out of the request. */
export interface Decoding {
  /** Fields given twice, in the words of warnings: `duplicate field "spec.a"`. */
  readonly duplicates: readonly string[];
  /** The same in the words of a refusal, which differ for YAML. */
  readonly duplicateErrors: readonly string[];
  /** The paths of {@link duplicates}, one each, where the text is JSON. */
  readonly duplicatePaths?: readonly string[];
  /**
   * Kubernetes: YAML and the result of a patch become JSON with sorted keys before decoding (sigs.k8s.io/yaml/yaml.go
   * YAMLToJSON, v1.36).
   */
  readonly hasSortedKeys: boolean;
  /** The decoded text, as far as errors may print it. */
  readonly text: () => string;
  /** The patch or the applied configuration, as far as it has the form of an object. Never changed. */
  readonly sent?: JsonObject;
  /** Status for an object that does not decode: 400 if it was sent, 422 if it results from a patch. */
  readonly refuse: (why: string) => StatusError;
}

/** A step that needs no I/O returns nothing, so that plain writes reach the queue without giving up their turn. */
export type Step = (write: Write) => undefined | Promise<undefined>;

/** As a step: to be waited for only if one of the steps is. */
export function runSteps(steps: readonly Step[], write: Write): undefined | Promise<undefined> {
  for (const [i, step] of steps.entries()) {
    const pending = step(write) ?? restIfLarge(write.context);
    if (pending !== undefined) {
      return pending.then(() => runSteps(steps.slice(i + 1), write));
    }
  }
  return undefined;
}
