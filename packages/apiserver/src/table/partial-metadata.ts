import { asObject, getOwn, type JsonObject, statusFromPlainError, statusNotConvertible } from "@kiln/api";
import type { Resource } from "@kiln/kinds";
import type { Target } from "../http/media-form.ts";
import { type Shape, UnwritableEvent } from "./shape.ts";

/** Shape of PartialObjectMetadata: objects reduced to their metadata. */
export function partialMetadataShape({ kind, apiVersion }: Target, resource: Resource): Shape {
  const isForLists = kind === "PartialObjectMetadataList";
  const toPartial = (object: JsonObject) => toPartialMetadata(object, { apiVersion, resource });
  return {
    toAnswer(object) {
      if (isForLists) {
        throw notAList(resource);
      }
      return toPartial(object);
    },
    toEvent(object) {
      if (isForLists) {
        throw new UnwritableEvent();
      }
      return toPartial(object);
    },
    list() {
      if (!isForLists) {
        const type = resource.dialect.reading.listType(goType(resource, resource.names.listKind));
        throw statusNotConvertible(`you requested PartialObjectMetadata, but the requested object is a list (${type})`);
      }
      return { head: { kind, apiVersion }, itemsField: "items", isEmptyNull: true, toItem: toPartial };
    },
  };
}

export interface PartialForm {
  readonly apiVersion: string;
  readonly resource: Resource;
}

export function toPartialMetadata(object: JsonObject, { apiVersion, resource }: PartialForm): JsonObject {
  const metadata = asObject(getOwn(object, "metadata"));
  const { carriedAnnotations = [] } = resource.strategy;
  return {
    kind: "PartialObjectMetadata",
    apiVersion,
    metadata: carriedAnnotations.length === 0 ? metadata : withoutAnnotations(metadata, carriedAnnotations),
  };
}

function withoutAnnotations(metadata: JsonObject, names: readonly string[]): JsonObject {
  const { annotations, ...rest } = metadata;
  const kept = Object.entries(asObject(annotations)).filter(([name]) => !names.includes(name));
  return kept.length === 0 ? rest : { ...metadata, annotations: Object.fromEntries(kept) };
}

function notAList(resource: Resource): Error {
  // Kubernetes: a custom resource may be a list by its Go type, so that the conversion fails later, with another error
  // (handlers/response.go asPartialObjectMetadataList, v1.36).
  return resource.dialect.reading.knowsLists
    ? statusNotConvertible(
        `you requested PartialObjectMetadataList, but the requested object is not a list (${goType(resource, resource.names.kind)})`,
      )
    : statusFromPlainError("content is not a list");
}

/**
 * Go type of a built-in kind: its package is named after the group. Kubernetes: both Event APIs share one internal type
 * (pkg/apis/core/types.go Event, v1.36).
 */
function goType({ group }: Resource, kind: string): string {
  const isCore = group === "" || group === "events.k8s.io";
  return `*${isCore ? "core" : (group.split(".")[0] as string)}.${kind}`;
}
