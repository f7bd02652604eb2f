import { type Subresource, subresourcesOf } from "@kiln/kinds";
import {
  DELETE_PARAMETERS,
  inOrder,
  LIST_PARAMETERS,
  NAME,
  NAMESPACE,
  PATCH_PARAMETERS,
  type Parameter,
  PRETTY,
  WRITE_PARAMETERS,
} from "./parameters.ts";
import type { PublishedResource } from "./published-resource.ts";
import { type PublishingDialect, publishingDialectOf } from "./publishing-dialect.ts";
import {
  DELETE_OPTIONS,
  kindName,
  listKindName,
  PATCH,
  prefixOfBuiltIns,
  SCALE,
  STATUS,
  WATCH_EVENT,
} from "./schema-names.ts";

export interface Body {
  /** Name of the schema of the request body. */
  readonly schema: string;
  readonly isRequired: boolean;
}

/** One method of one path; OpenAPI v2 and v3 are both printed from it. */
export interface Operation {
  readonly method: "get" | "put" | "post" | "delete" | "patch";
  /** Value of `x-kubernetes-action`. */
  readonly action: string;
  /** Verb, the first part of the operation's id. */
  readonly verb: string;
  readonly what: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  /** Name of the schema of the response. */
  readonly answer: string;
  readonly codes: readonly number[];
}

export interface PathOperations {
  readonly path: string;
  /** Parameters of all operations of this path. */
  readonly parameters: readonly Parameter[];
  readonly operations: readonly Operation[];
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  /** Group version of the path; a subresource of another kind has the group version of its parent. */
  readonly place: { readonly group: string; readonly version: string };
}

/** Operations of a resource, by path. */
export function operationsOf(resource: PublishedResource): PathOperations[] {
  const { group, version, names } = resource;
  const dialect = publishingDialectOf(resource);
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  const scope = resource.isNamespaced ? "/namespaces/{namespace}" : "";
  const place: Place = { resource, dialect, verbs: resource.serving.verbs, kind: { group, version, kind: names.kind } };
  const collection = `${root}${scope}/${names.plural}`;
  const object = `${collection}/{name}`;
  const paths: PathOperations[] = [
    ...(resource.isNamespaced && resource.serving.verbs.includes("list")
      ? [atPath(place, `${root}/${names.plural}`, [listEverywhere(place)])]
      : []),
    atPath(place, collection, collectionOperations(place)),
    atPath(place, object, objectOperations(place)),
    ...subresourcesOf(resource)
      .filter(({ name }) => !ON_NODES.includes(name))
      .map((subresource) => subresourceOperations(place, object, subresource)),
    ...(dialect.hasWatchPaths ? watchPaths(place, root, scope) : []),
  ];
  return paths.filter(({ operations }) => operations.length > 0);
}

/** Subresources that kubelets serve, which are not published. */
const ON_NODES: readonly string[] = ["attach", "exec", "log", "portforward", "proxy"];

interface Place {
  readonly resource: PublishedResource;
  readonly dialect: PublishingDialect;
  readonly verbs: readonly string[];
  readonly kind: PathOperations["kind"];
}

function atPath({ kind, resource }: Place, path: string, operations: readonly Operation[]): PathOperations {
  const fixed = [
    ...(path.includes("{name}") ? [NAME] : []),
    ...(path.includes("{namespace}") ? [NAMESPACE] : []),
    PRETTY,
  ];
  const common = operations.reduce<readonly Parameter[]>(
    (left, { parameters }) => left.filter((parameter) => parameters.includes(parameter)),
    operations[0]?.parameters ?? [],
  );
  const { group, version } = resource;
  return {
    path,
    kind,
    place: { group, version },
    parameters: inOrder([...fixed, ...common]),
    operations: operations.map((operation) => ({
      ...operation,
      parameters: operation.parameters.filter((parameter) => !common.includes(parameter)),
    })),
  };
}

/** Kind with its scope, as in the ids of operations. */
function scopedKind({ isNamespaced, names }: PublishedResource): string {
  return isNamespaced ? `Namespaced${names.kind}` : names.kind;
}

function listEverywhere(place: Place): Operation {
  return { ...listOperation(place), what: `${place.resource.names.kind}ForAllNamespaces` };
}

function listOperation({ resource, dialect }: Place): Operation {
  return {
    method: "get",
    action: "list",
    verb: "list",
    what: scopedKind(resource),
    description: `List or watch objects of kind ${resource.names.kind}.`,
    parameters: LIST_PARAMETERS,
    consumes: dialect.consumes,
    produces: [...dialect.produces, ...dialect.streams],
    answer: listKindName(resource),
    codes: [200],
  };
}

/** Operations whose verb the resource supports. */
function allowed(verbs: readonly string[], operations: Readonly<Record<string, Operation>>): Operation[] {
  return Object.entries(operations).flatMap(([verb, operation]) => (verbs.includes(verb) ? [operation] : []));
}

function collectionOperations(place: Place): Operation[] {
  const { resource, dialect, verbs } = place;
  const { kind } = resource.names;
  return allowed(verbs, {
    list: listOperation(place),
    create: {
      method: "post",
      action: "post",
      verb: "create",
      what: scopedKind(resource),
      description: `Create an object of kind ${kind}.`,
      parameters: WRITE_PARAMETERS,
      body: { schema: kindName(resource), isRequired: true },
      consumes: dialect.consumes,
      produces: dialect.produces,
      answer: kindName(resource),
      codes: [200, 201, 202],
    },
    deletecollection: {
      method: "delete",
      action: "deletecollection",
      verb: "delete",
      what: `Collection${scopedKind(resource)}`,
      description: `Delete several objects of kind ${kind}.`,
      parameters: dialect.deleteCollectionParameters,
      ...(dialect.deletesCollectionsByOptions ? { body: { schema: DELETE_OPTIONS, isRequired: false } } : {}),
      consumes: dialect.consumes,
      produces: dialect.produces,
      answer: STATUS,
      codes: [200],
    },
  });
}

interface ObjectPart {
  /** Schema of request and response bodies at the path. */
  readonly schema: string;
  /** Suffix of the operation ids, after the kind. */
  readonly suffix: string;
  readonly noun: string;
}

function objectOperations(place: Place): Operation[] {
  const { resource, dialect, verbs } = place;
  const part = { schema: kindName(resource), suffix: "", noun: `object of kind ${resource.names.kind}` };
  // Kubernetes: the document declares a Status for Namespaces, although the deleted object is returned
  // (endpoints/installer.go registerResourceHandlers, v1.36).
  const answersStatus = !resource.writing.returnsDeleted || resource.names.kind === "Namespace";
  const remove: Operation = {
    method: "delete",
    action: "delete",
    verb: "delete",
    what: scopedKind(resource),
    description: `Delete an ${part.noun}.`,
    parameters: DELETE_PARAMETERS,
    body: { schema: DELETE_OPTIONS, isRequired: false },
    consumes: dialect.consumes,
    produces: dialect.produces,
    answer: answersStatus ? STATUS : kindName(resource),
    codes: [200, 202],
  };
  return allowed(verbs, { ...readAndWrite(place, part), delete: remove });
}

function readAndWrite({ resource, dialect }: Place, { schema, suffix, noun }: ObjectPart) {
  const shared = { what: scopedKind(resource) + suffix, produces: dialect.produces, answer: schema };
  const get: Operation = {
    ...shared,
    method: "get",
    action: "get",
    verb: "read",
    description: `Read one ${noun}.`,
    parameters: dialect.getParameters,
    consumes: dialect.consumes,
    codes: [200],
  };
  const update: Operation = {
    ...shared,
    method: "put",
    action: "put",
    verb: "replace",
    description: `Replace one ${noun}.`,
    parameters: WRITE_PARAMETERS,
    body: { schema, isRequired: true },
    consumes: dialect.consumes,
    codes: [200, 201],
  };
  const patch: Operation = {
    ...shared,
    method: "patch",
    action: "patch",
    verb: "patch",
    description: `Change a part of one ${noun}.`,
    parameters: PATCH_PARAMETERS,
    body: { schema: PATCH, isRequired: true },
    consumes: dialect.patchTypes,
    codes: dialect.patchCodes,
  };
  return { get, update, patch };
}

function subresourceOperations(place: Place, object: string, subresource: Subresource): PathOperations {
  const { name, verbs, group, version, kind } = subresource;
  const schema = place.dialect.publishesOwnKind
    ? name === "scale"
      ? SCALE
      : kindName(place.resource)
    : prefixOfBuiltIns({ group, version }) + kind;
  const suffix = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const noun = `${name} of an object of kind ${place.resource.names.kind}`;
  const part = { schema, suffix, noun };
  const operations = allowed(verbs, { ...readAndWrite(place, part), create: createAt(place, part) });
  const itself = place.dialect.publishesOwnKind ? place : { ...place, kind: { group, version, kind } };
  return atPath(itself, `${object}/${name}`, operations);
}

/**
 * Create operation for bodies such as Binding or Eviction, which are posted to an object and not stored as part of it.
 */
function createAt({ resource, dialect }: Place, { schema, suffix, noun }: ObjectPart): Operation {
  return {
    method: "post",
    action: "post",
    verb: "create",
    what: scopedKind(resource) + suffix,
    description: `Create the ${noun}.`,
    parameters: WRITE_PARAMETERS,
    body: { schema, isRequired: true },
    consumes: dialect.consumes,
    produces: dialect.produces,
    answer: schema,
    codes: [200, 201, 202],
  };
}

/**
 * Watch paths. Kubernetes: the form before `?watch=true`, still served and published (endpoints/installer.go
 * registerResourceHandlers, v1.36).
 */
function watchPaths(place: Place, root: string, scope: string): PathOperations[] {
  const { resource } = place;
  if (!place.verbs.includes("watch")) {
    return [];
  }
  const { plural, kind } = resource.names;
  const watch = { ...listOperation(place), action: "watchlist", verb: "watch", answer: WATCH_EVENT };
  const many = `Watch objects of kind ${kind}. Use the watch parameter of a list instead.`;
  const one = `Watch one object of kind ${kind}. Use the watch parameter of a list with a fieldSelector instead.`;
  const collection = `${root}/watch${scope}/${plural}`;
  const everywhere: Operation = { ...watch, what: `${kind}ListForAllNamespaces`, description: many };
  return [
    ...(resource.isNamespaced ? [atPath(place, `${root}/watch/${plural}`, [everywhere])] : []),
    atPath(place, collection, [{ ...watch, what: `${scopedKind(resource)}List`, description: many }]),
    atPath(place, `${collection}/{name}`, [{ ...watch, action: "watch", description: one }]),
  ];
}
