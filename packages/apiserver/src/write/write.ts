import type { Mutation } from "@kiln/admission";
import type { JsonObject, StatusError } from "@kiln/api";
import type { LiveObject, Resource } from "@kiln/kinds";
import type { Context } from "../request/context.ts";
import { restIfLarge } from "../request/large-requests.ts";
import type { WriteOptions } from "./options.ts";

/**
 * State of one write in the steps. Steps may change `object`, `isSettled` and `mutations`, and add warnings; nothing
 * else.
 */
export interface Write {
  readonly context: Context;
  readonly resource: Resource;
  /** Requested operation; `live` is undefined if the object is new. */
  readonly operation: "create" | "update" | "patch";
  readonly subresource: string;
  /** Parent of a subresource with a kind of its own. */
  readonly parent?: Resource;
  readonly namespace: string;
  readonly options: WriteOptions;
  /** New object, in the resource's version. */
  readonly object: JsonObject;
  readonly decoding: Decoding;
  /** Stored object; undefined if it does not exist. */
  readonly live: LiveObject | undefined;
  /** True if an update or patch of a missing object creates it. */
  readonly mayCreate: boolean;
  /** True if the object is the result of an apply, so that the owners of its fields are known. */
  readonly isApply: boolean;
  /** True if pruning, defaults and the schema would not change the object. */
  isSettled: boolean;
  /** Changes of the object by webhooks and policies, in order; absent unless an error message may name them. */
  mutations?: Mutation[];
}

/**
 * Creates the state of a write. `isSettled` is computed once; for most updates it replaces pruning, defaulting and
 * schema validation.
 */
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

/** Source of the decoded object, for messages about it. */
export interface Decoding {
  /** Duplicate fields with the message of warnings: `duplicate field "spec.a"`. */
  readonly duplicates: readonly string[];
  /** Duplicate fields with the message of errors, which differs for YAML. */
  readonly duplicateErrors: readonly string[];
  /** Paths of {@link duplicates}, one each, if the text is JSON. */
  readonly duplicatePaths?: readonly string[];
  /**
   * Kubernetes: YAML and the result of a patch become JSON with sorted keys before decoding (sigs.k8s.io/yaml/yaml.go
   * YAMLToJSON, v1.36).
   */
  readonly hasSortedKeys: boolean;
  /** Text of the request, for error messages. */
  readonly text: () => string;
  /** Patch or applied configuration, if it has the form of an object. Never changed. */
  readonly sent?: JsonObject;
  /** Status for an object that cannot be decoded: 400 if it was sent, 422 if it results from a patch. */
  readonly refuse: (why: string) => StatusError;
}

/** One step. A step without I/O returns undefined, so that plain writes reach the store's queue in the same turn. */
export type Step = (write: Write) => undefined | Promise<undefined>;

/** Runs the steps in order. Returns a promise only if one of the steps is asynchronous. */
export function runSteps(steps: readonly Step[], write: Write): undefined | Promise<undefined> {
  for (const [i, step] of steps.entries()) {
    const pending = step(write) ?? restIfLarge(write.context);
    if (pending !== undefined) {
      return pending.then(() => runSteps(steps.slice(i + 1), write));
    }
  }
  return undefined;
}
