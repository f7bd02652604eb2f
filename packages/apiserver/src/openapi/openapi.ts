import { decodeUtf8, encodeUtf8 } from "@kiln/api";
import { builtInDialect, customDialect, isListed, type Registry, type ServedVersion, sha256 } from "@kiln/kinds";
import {
  buildDiscoveryDocument,
  buildDocument,
  type DiscoveryPath,
  type DocumentV3,
  discoveryPaths,
  type ForeignSwagger,
  mergeSwagger,
  type PublishedVersion,
  type Publishing,
  printDocument,
  printSwagger,
  publishingDialectOf,
  type SwaggerPart,
  sampleVersion,
  swaggerParts,
  writeDocument,
} from "@kiln/openapi";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Aggregation } from "../aggregation/aggregation.ts";
import { compareGroups } from "../discovery/group-order.ts";
import { createRecentDocuments } from "./recent-documents.ts";

/** OpenAPI of a group version, with its hash, which is known before the document is encoded. */
export interface PublishedDocument {
  readonly hash: string;
  json(): Promise<Uint8Array>;
  /** Builds the document as a tree, for encodings other than JSON. */
  build(): Promise<DocumentV3>;
}

/**
 * OpenAPI documents. Each is encoded on request; the most recent ones are kept, up to a size. The hash for custom
 * resources is computed from their CRDs, so that the index with hundreds of hashes is cheap.
 */
export interface OpenApi {
  /** Index of OpenAPI v3 as JSON. */
  index(): Promise<Uint8Array>;
  /**
   * Document by its path after `/openapi/v3/`, such as `apis/example.com/v1`; undefined if the group version is not
   * served.
   */
  document(path: string): Promise<PublishedDocument | undefined>;
  swagger(): Promise<Swagger>;
}

/** OpenAPI v2 document of all group versions. */
interface Swagger {
  readonly hash: string;
  readonly parts: () => AsyncIterable<SwaggerPart>;
}

export interface OpenApiSources {
  readonly registry: Registry;
  readonly aggregation: Aggregation;
  readonly publishing: Publishing;
  /** Whether the server issues service account tokens. */
  readonly hasIssuer: boolean;
}

export function createOpenApi({ registry, aggregation, publishing, hasIssuer }: OpenApiSources): OpenApi {
  const recent = createRecentDocuments();
  const hashes = new WeakMap<ServedVersion, { readonly generation: number; readonly hash: Promise<string> }>();
  let release: Promise<string> | undefined;
  let index: { readonly generation: string; readonly json: Promise<Uint8Array> } | undefined;
  let swagger: { readonly generation: string; readonly document: Promise<Swagger> } | undefined;

  const hashOf = (served: ServedVersion): Promise<string> => {
    const known = hashes.get(served);
    if (known?.generation === served.generation) {
      return known.hash;
    }
    const published = publish(registry, served);
    release ??= hashRelease(publishing);
    const hash = published.dialect.isHashedBySource
      ? hashDefinitions(published, release)
      : writeDocument(published, publishing).then(hashBytes);
    hashes.set(served, { generation: served.generation, hash });
    return hash;
  };
  const findDiscovery = (): readonly DiscoveryPath[] =>
    discoveryPaths({ groups: [...listedGroups(registry)].filter((group) => registry.hasBuiltIn(group)), hasIssuer });
  const discoveryDocument = (path: DiscoveryPath): PublishedDocument => {
    const document = buildDiscoveryDocument(path, publishing);
    const json = printDocument(document);
    return { hash: hashBytes(json), json: async () => json, build: async () => document };
  };
  const currentGeneration = () => `${registry.generation}/${aggregation.generation}`;
  const findSwagger = async (): Promise<Swagger> => {
    const all = [...allVersions(registry)];
    const versions = all.map((served) => publish(registry, served));
    const foreign = foreignSwagger(aggregation);
    const tags = foreign.map(({ tag }) => tag);
    const hash = hashBytes(encodeUtf8([...(await oneByOne(all, hashOf)), ...tags].join()));
    const parts = () => swaggerParts(versions, publishing, findDiscovery());
    return { hash, parts: foreign.length === 0 ? parts : () => mergeSwagger(parts(), foreign) };
  };
  return {
    index() {
      const generation = currentGeneration();
      if (index?.generation !== generation) {
        const discovery = findDiscovery().map((path): [string, string] => [
          path.name,
          documentUrl(path.name, discoveryDocument(path).hash),
        ]);
        const others = [...discovery, ...foreignUrls(aggregation)];
        index = { generation, json: writeIndex(registry, others, hashOf) };
      }
      return index.json;
    },
    async document(path) {
      const served = find(registry, path);
      if (served === undefined) {
        const found = findDiscovery().find(({ name }) => name === path);
        return found === undefined ? undefined : discoveryDocument(found);
      }
      const published = publish(registry, served);
      const hash = await hashOf(served);
      return {
        hash,
        json: () => recent.get(`${path}?${hash}`, () => writeDocument(published, publishing)),
        build: () => buildDocument(published, publishing),
      };
    },
    swagger() {
      const generation = currentGeneration();
      if (swagger?.generation !== generation) {
        swagger = { generation, document: findSwagger() };
      }
      return swagger.document;
    },
  };
}

function* listedGroups(registry: Registry): Iterable<string> {
  for (const group of registry.groups()) {
    if (registry.versionsOf(group).some(isListed)) {
      yield group;
    }
  }
}

function* allVersions(registry: Registry): Iterable<ServedVersion> {
  for (const group of [...registry.groups()].sort(compareGroups)) {
    yield* registry.versionsOf(group).filter(isListed);
  }
}

function pathOf({ group, version }: ServedVersion): string {
  return group === "" ? `api/${version}` : `apis/${group}/${version}`;
}

function find(registry: Registry, path: string): ServedVersion | undefined {
  const [root, ...rest] = path.split("/");
  const [group = "", version = "", ...surplus] = root === "api" ? ["", ...rest] : rest;
  const isPath = (root === "api" || root === "apis") && surplus.length === 0;
  return isPath && (root === "api" || group !== "") ? registry.findVersion(group, version) : undefined;
}

function publish(registry: Registry, { group, version, resources }: ServedVersion): PublishedVersion {
  const inOrder = [...resources.values()].sort((a, b) => (a.names.plural < b.names.plural ? -1 : 1));
  const dialect = registry.hasBuiltIn(group) ? builtInDialect : customDialect;
  return { group, version, dialect: publishingDialectOf({ dialect }), resources: inOrder };
}

interface TaggedSwagger extends ForeignSwagger {
  readonly tag: string;
}

function foreignSwagger(aggregation: Aggregation): TaggedSwagger[] {
  return [...aggregation.all()].flatMap((version) => {
    const { swagger, swaggerTag = "" } = aggregation.documentsOf(version) ?? {};
    return swagger === undefined ? [] : [{ ...swagger, tag: version.name + swaggerTag }];
  });
}

/** URLs of the documents of extension API servers, by path. */
function foreignUrls(aggregation: Aggregation): [path: string, url: string][] {
  return [...aggregation.all()].flatMap((version): [string, string][] => {
    const url = aggregation.documentsOf(version)?.openApiUrl;
    return url === undefined ? [] : [[`apis/${version.group}/${version.version}`, url]];
  });
}

async function writeIndex(
  registry: Registry,
  others: readonly [path: string, url: string][],
  hashOf: (served: ServedVersion) => Promise<string>,
): Promise<Uint8Array> {
  const served = [...allVersions(registry)].sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1));
  const hashes = await oneByOne(served, hashOf);
  const entries = served.map((each, i) => {
    const path = pathOf(each);
    return [path, { serverRelativeURL: documentUrl(path, hashes[i] ?? "") }] as const;
  });
  const listed = others.map(([path, serverRelativeURL]) => [path, { serverRelativeURL }] as const);
  const all = [...entries, ...listed].sort(([a], [b]) => (a < b ? -1 : 1));
  return encodeUtf8(JSON.stringify({ paths: Object.fromEntries(all) }));
}

/** Runs one at a time: a built-in group version is encoded to be hashed, and only one document should be in memory. */
async function oneByOne(
  served: readonly ServedVersion[],
  hashOf: (served: ServedVersion) => Promise<string>,
): Promise<string[]> {
  const hashes: string[] = [];
  for (const each of served) {
    hashes.push(await hashOf(each));
  }
  return hashes;
}

/** URL of a document, with its hash. */
export function documentUrl(path: string, hash: string): string {
  return `/openapi/v3/${path}?hash=${hash}`;
}

function hashBytes(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes)).toUpperCase();
}

/** Hashes the lifetimes of the kinds: a lifetime ends when any visible part of the CRD changes. */
async function hashDefinitions(
  { group, version, resources }: PublishedVersion,
  release: Promise<string>,
): Promise<string> {
  const sources = resources.map(({ names, serving }) => [names.plural, serving.lifetime?.of ?? ""]);
  return hashBytes(encodeUtf8(JSON.stringify([await release, group, version, sources])));
}

/**
 * Hash of this release and its feature gates: another release may write another document from the same CRD, which must
 * not have the same hash.
 */
async function hashRelease(publishing: Publishing): Promise<string> {
  let text = decodeUtf8(await writeDocument(sampleVersion, publishing));
  for await (const piece of printSwagger(swaggerParts([sampleVersion], publishing))) {
    text += piece;
  }
  return hashBytes(encodeUtf8(text));
}
