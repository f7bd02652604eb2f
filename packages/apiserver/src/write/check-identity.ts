import { invalid, statusBadRequest, statusInvalid } from "@kiln/api";
import { apiVersionOf } from "../resources/resource.ts";
import { metadataOf, type Step, type Write } from "./write.ts";

/**
 * The body must be of the version, kind, namespace and name that the path says. Changes the object: what built-in
 * kinds may leave out is filled in.
 */
export const checkIdentity: Step = (write) => {
  const { resource, object } = write;
  if (!resource.isCustom) {
    object.apiVersion ??= apiVersionOf(resource);
    object.kind ??= resource.names.kind;
  }
  checkType(write);
  const metadata = metadataOf(object);
  if (!resource.isNamespaced) {
    delete metadata.namespace;
  } else if (metadata.namespace === undefined || metadata.namespace === "") {
    metadata.namespace = write.namespace;
  } else if (metadata.namespace !== write.namespace) {
    throw statusBadRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
  if (write.operation === "update") {
    checkName(write, metadata.name);
  }
  return undefined;
};

function checkType({ resource, object }: Write): void {
  const expected = apiVersionOf(resource);
  if (typeof object.apiVersion !== "string" || object.apiVersion === "") {
    throw statusBadRequest("Object 'Kind' is missing in request body");
  }
  if (object.apiVersion !== expected) {
    throw statusBadRequest(
      `the API version in the data (${object.apiVersion}) does not match the expected API version (${expected})`,
    );
  }
  if (object.kind !== resource.names.kind) {
    const name = String(metadataOf(object).name ?? "");
    const kind = String(object.kind ?? "");
    // Kubernetes: the error is about the kind that was sent, not the one that was wanted.
    throw statusInvalid({ group: resource.group, kind }, name, [
      invalid("kind", kind, `must be ${resource.names.kind}`),
    ]);
  }
}

function checkName({ context }: Write, name: unknown): void {
  const expected = context.info.name;
  if (name === undefined || name === "") {
    throw statusBadRequest(
      `the name of the object (${expected} based on URL) was undeterminable: name must be provided`,
    );
  }
  if (name !== expected) {
    throw statusBadRequest(`the name of the object (${String(name)}) does not match the name on the URL (${expected})`);
  }
}
