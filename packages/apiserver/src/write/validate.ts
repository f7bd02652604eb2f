import { type FieldError, fieldPath, statusInvalid, validateObjectMeta, validateObjectMetaUpdate } from "@kiln/api";
import { metadataOf, type Step, type Write } from "./write.ts";

/** Everything that can be wrong with the object, in one answer. */
export const validate: Step = (write) => {
  const errors = write.live === undefined ? validateNew(write) : validateChange(write);
  if (errors.length > 0) {
    const { resource, object } = write;
    const kind = { group: resource.group, kind: resource.names.kind };
    throw statusInvalid(kind, String(metadataOf(object).name ?? ""), errors);
  }
  write.context.warnings.push(...(write.resource.strategy.warn?.(write.object, write.live?.object) ?? []));
  return undefined;
};

function validateNew({ resource, object, context }: Write): FieldError[] {
  const unions = resource.schema.unions?.check(object);
  context.warnings.push(...(unions?.warnings ?? []));
  return [
    ...validateObjectMeta(metadataOf(object), {
      requiresNamespace: resource.isNamespaced,
      nameRule: resource.nameRule,
      path: fieldPath("metadata"),
    }),
    ...resource.schema.validate(object),
    ...(unions?.errors ?? []),
    ...(resource.strategy.validateCreate?.(object) ?? []),
  ];
}

function validateChange({ resource, object, live, context, subresource }: Write): FieldError[] {
  const old = live?.object ?? {};
  const unions = resource.schema.unions?.check(object, old);
  context.warnings.push(...(unions?.warnings ?? []));
  return [
    ...validateObjectMetaUpdate(metadataOf(object), metadataOf(old), fieldPath("metadata")),
    ...resource.schema.validateUpdate(object, old),
    ...(unions?.errors ?? []),
    ...(resource.schema.mutability?.(old, object) ?? []),
    ...(resource.strategy.validateUpdate?.(object, old, subresource) ?? []),
  ];
}
