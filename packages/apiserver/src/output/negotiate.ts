import { statusNotAcceptable } from "@kiln/api";
import { apiVersionOf, MEDIA_TYPES, type Resource, STREAM_MEDIA_TYPES } from "@kiln/kinds";
import { checkRouteAccept } from "../http/check-route-request.ts";
import { chooseMediaForm, type MediaForm, type Target } from "../http/media-form.ts";
import type { Context } from "../request/context.ts";
import { partialMetadataShape } from "../table/partial-metadata.ts";
import type { Shape } from "../table/shape.ts";
import { parseIncludeObject, tableShape } from "../table/table-shape.ts";
import { createOutput, type Output } from "./output.ts";

/** Output in the form that the Accept header requests. Called first, because a 406 precedes any lookup or write. */
export function negotiate(context: Context, resource: Resource): Output {
  return toOutput(context, resource, formOf(context, resource));
}

/** Output for a watch. Unlike {@link negotiate} it excludes YAML, which cannot delimit events. */
export function negotiateWatch(context: Context, resource: Resource): Output {
  const form = formOf(context, resource);
  if (form.encoding === "yaml") {
    throw statusNotAcceptable(STREAM_MEDIA_TYPES);
  }
  if (form.target?.kind === "Table") {
    parseIncludeObject(context.info.query);
  }
  return toOutput(context, resource, form);
}

function formOf(context: Context, resource: Resource): MediaForm {
  const { request, info, services } = context;
  if (resource.dialect.routing.hasRouter) {
    checkRouteAccept(request.headers, mediaTypesOf(info.verb));
  }
  const form = chooseMediaForm({
    headers: request.headers,
    query: info.query,
    allowsTargets: true,
    hasTable: resource.dialect.reading.hasOwnColumns || (isKept(resource) && !WITHOUT_TABLE.has(info.subresource)),
    // Kubernetes: a Scale has no protobuf encoding if its object has none (apiserver/customresource_handler.go
    // scopeWithFieldManager, v1.36).
    hasMessage: () =>
      (context.resource ?? resource).dialect.routing.hasMessages &&
      services.protobuf.has({ apiVersion: apiVersionOf(resource), kind: resource.names.kind }),
  });
  if (form === undefined) {
    throw statusNotAcceptable(MEDIA_TYPES);
  }
  return form;
}

/**
 * Kubernetes: parts of objects whose storage makes no Table (endpoints/handlers/rest.go AllowsMediaTypeTransform,
 * v1.36).
 */
const WITHOUT_TABLE: ReadonlySet<string> = new Set(["approval", "ephemeralcontainers", "finalize", "log", "resize"]);

/** Whether objects of the kind are stored; reviews are not. */
function isKept({ serving }: Resource): boolean {
  return serving.verbs.some((verb) => verb !== "create");
}

function mediaTypesOf(verb: string): readonly string[] {
  return verb === "list" || verb === "watch" ? [...MEDIA_TYPES, ...STREAM_MEDIA_TYPES] : MEDIA_TYPES;
}

function toOutput(context: Context, resource: Resource, form: MediaForm): Output {
  const { target, encoding } = form;
  const { protobuf, turns } = context.services;
  const prefix = encoding === "protobuf" ? encoding : "";
  const { unread, user } = context;
  const openTurns = () => turns.trees.open(user.name);
  if (target === undefined) {
    return createOutput({ resource, form, protobuf, unread, openTurns, key: prefix });
  }
  let made: Shape | undefined;
  const shape = () => {
    made ??= toShape(context, resource, target);
    return made;
  };
  const key = `${prefix};${target.kind};${target.apiVersion};${context.info.query.get("includeObject") ?? ""}`;
  return createOutput({ resource, form, protobuf, unread, openTurns, key, shape });
}

function toShape({ info, services }: Context, resource: Resource, target: Target): Shape {
  return target.kind === "Table"
    ? tableShape(resource, {
        apiVersion: target.apiVersion,
        includeObject: parseIncludeObject(info.query),
        now: () => services.clock.now(),
      })
    : partialMetadataShape(target, resource);
}
