import {
  type AdmissionAttributes,
  type AdmissionTarget,
  describeDeleteOptions,
  runMutating,
  runValidating,
  type Verdict,
} from "@kiln/admission";
import { readLiveObject } from "@kiln/kinds";
import type { Entry } from "@kiln/store";
import type { RequestServices } from "../request/request-services.ts";
import { startReinvocation } from "../write/attributes-of.ts";
import type { Deletion } from "./delete-object.ts";

/** Deletion of an object that exists. */
export interface FoundDeletion {
  readonly deletion: Deletion;
  readonly entry: Entry;
}

/**
 * Runs mutating and validating admission of a deletion in one pass: it has no validation in between, and nothing to
 * change.
 */
export function admitDeletion(services: RequestServices, { deletion, entry }: FoundDeletion): Verdict {
  const { resource, admission } = deletion;
  if (admission === undefined) {
    return undefined;
  }
  const target: AdmissionTarget = { services: services.admission, operation: "DELETE", resource, subresource: "" };
  let known: AdmissionAttributes | undefined;
  const attributes = () => {
    known ??= {
      ...target,
      requester: admission.requester,
      reinvocation: startReinvocation(),
      ...describe(deletion, admission.name, entry),
    };
    return known;
  };
  const validate = () => runValidating(services.plugins, target, attributes);
  const pending = runMutating(services.plugins, target, attributes);
  return pending === undefined ? validate() : pending.then(validate);
}

type Described = Omit<AdmissionAttributes, keyof AdmissionTarget | "requester" | "reinvocation">;

function describe({ resource, options, namespace, ...deletion }: Deletion, name: string, entry: Entry): Described {
  const { group, version, names } = resource;
  const isNamespace = group === "" && names.plural === "namespaces";
  return {
    kind: { group, version, kind: names.kind },
    name,
    namespace: isNamespace ? deletion.name : namespace,
    object: undefined,
    oldObject: readLiveObject(resource, entry).object,
    options: describeDeleteOptions(options),
    isDryRun: options.isDryRun,
  };
}
