import { statusInternalError } from "@kiln/api";
import { apiVersionOf, type Resource } from "@kiln/kinds";
import { decodePatched } from "../patch/decode-patched.ts";
import { patchMediaType } from "../patch/open-patch.ts";
import { APPLY_MEDIA_TYPE } from "../patch/read-config.ts";
import { receivePatch } from "../patch/receive-patch.ts";
import type { DecodedObject } from "../write/decoded-object.ts";
import { writeOver } from "../write/write-over.ts";
import { apply } from "./apply.ts";
import type { Verb } from "./verb.ts";

export const patch: Verb = async (context, resource) => {
  if (patchMediaType(context.request.headers) === APPLY_MEDIA_TYPE) {
    return apply(context, resource);
  }
  const { output, options, withPatch } = await receivePatch(context, resource);
  return writeOver(context, {
    resource,
    output,
    options,
    operation: "patch",
    mayCreate: false,
    build: (live) =>
      withPatch((patch) => {
        const decoded = decodePatched(
          patch,
          live?.object ?? {},
          resource.dialect.decoding.knowsType
            ? { apiVersion: apiVersionOf(resource), kind: resource.names.kind }
            : undefined,
        );
        refuseVersionless(resource, decoded);
        return decoded;
      }),
  });
};

/**
 * Kubernetes: a custom resource without a kind does not decode; one without a version decodes and fails later
 * (meta/v1/unstructured/helpers.go unstructuredJSONScheme.Decode, v1.36).
 */
function refuseVersionless(resource: Resource, { object }: DecodedObject): void {
  if (!resource.dialect.decoding.knowsType && (object.kind ?? "") !== "" && (object.apiVersion ?? "") === "") {
    throw statusInternalError("Object 'apiVersion' is missing in 'object has no apiVersion field'");
  }
}
