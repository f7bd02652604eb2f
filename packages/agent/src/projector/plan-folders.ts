import type { KubeObject } from "@kiln/api";
import { type ObjectRef, refKey } from "../references/object-ref.ts";
import { objectFiles } from "../volumes/object-files.ts";
import type { VolumeFile } from "../volumes/payload.ts";
import { checkPath } from "../writer/payload-tree.ts";
import type { FileSet, ProjectorConfig, SetSource } from "./projector-config.ts";
import { resolveFolder } from "./resolve-folder.ts";
import type { UrlContent, WantedUrl } from "./url-contents.ts";

/** Desired files of one folder. */
export interface FolderPlan {
  readonly files: Map<string, VolumeFile>;
  /** Object of each file, by path. */
  readonly origins: Map<string, string>;
  /** Errors for which the folder must stay unchanged for now. */
  readonly errors: string[];
}

export interface Plan {
  /** Planned folders by absolute path. */
  readonly folders: Map<string, FolderPlan>;
  /** Pairs of objects with the same file: the object whose file is written, and the other one. */
  readonly duplicates: string[];
  /** Skipped objects and keys with the reasons: a folder that is not allowed, an invalid file name. */
  readonly refused: string[];
  /** Objects and URLs that do not exist or were not read. */
  readonly missing: string[];
  /** URLs that could not be fetched now, with or without content of an earlier fetch. */
  readonly failedUrls: string[];
  /** URLs of all keys, fetched or not. */
  readonly urls: WantedUrl[];
}

export interface PlanInputs {
  readonly config: ProjectorConfig;
  objectsOf(source: SetSource): readonly KubeObject[];
  /** Content of a URL; undefined if it was not fetched yet. */
  contentOf(wanted: WantedUrl): UrlContent | undefined;
}

/** Plans all folders and their files. Returns the same plan for the same objects. */
export function planFolders(inputs: PlanInputs): Plan {
  const plan: Plan = { folders: new Map(), duplicates: [], refused: [], missing: [], failedUrls: [], urls: [] };
  for (const set of inputs.config.sets) {
    folderOf(plan, set.folder);
    for (const source of set.sources) {
      addSource({ inputs, plan, set, source });
    }
  }
  return plan;
}

interface Place {
  readonly inputs: PlanInputs;
  readonly plan: Plan;
  readonly set: FileSet;
  readonly source: SetSource;
}

function addSource(place: Place): void {
  const { inputs, plan, set, source } = place;
  const objects = [...inputs.objectsOf(source)].sort(compareAge);
  if (source.type === "named" && objects.length === 0) {
    const what = `${refKey(source.ref)} is not there`;
    if (source.isExpected) {
      plan.missing.push(what);
    }
    if (!source.isOptional) {
      folderOf(plan, set.folder).errors.push(what);
    }
    return;
  }
  // Later sources take precedence over earlier ones; within one, the oldest object keeps a name.
  const own = new Map<string, Set<string>>();
  for (const object of objects) {
    const folder = chooseFolder(place, object);
    if (folder !== undefined) {
      addObject(place, { object, folder, taken: own.get(folder) ?? newTaken(own, folder) });
    }
  }
}

function newTaken(own: Map<string, Set<string>>, folder: string): Set<string> {
  const taken = new Set<string>();
  own.set(folder, taken);
  return taken;
}

/** Order by creation time; objects of the same second by kind, namespace and name. */
function compareAge(one: KubeObject, other: KubeObject): number {
  const textOf = (object: KubeObject) => `${String(object.metadata.creationTimestamp ?? "")} ${refKey(refOf(object))}`;
  return textOf(one) < textOf(other) ? -1 : 1;
}

export function refOf({ kind, metadata }: KubeObject): ObjectRef {
  const { namespace = "", name = "" } = metadata;
  return { kind: kind === "Secret" ? "Secret" : "ConfigMap", namespace, name };
}

/** Folder of an object; undefined if its annotation names a folder that is not allowed. */
function chooseFolder({ inputs, plan, set, source }: Place, object: KubeObject): string | undefined {
  const wanted = source.type === "selected" ? object.metadata.annotations?.[source.folderAnnotation] : undefined;
  if (wanted === undefined) {
    return set.folder;
  }
  const folder = resolveFolder(wanted, set.folder, inputs.config.roots);
  if (folder === undefined) {
    plan.refused.push(`${refKey(refOf(object))} asks for the folder ${JSON.stringify(wanted)}`);
  }
  return folder;
}

interface ObjectPlace {
  readonly object: KubeObject;
  readonly folder: string;
  /** Paths of other objects from the same source. */
  readonly taken: Set<string>;
}

function addObject(place: Place, { object, folder, taken }: ObjectPlace): void {
  const { inputs, plan, set, source } = place;
  const target = folderOf(plan, folder);
  const isNamed = source.type === "named";
  const items = isNamed ? source.items : undefined;
  const { files, error } = objectFiles(object, {
    items,
    defaultMode: set.defaultMode,
    isOptional: !isNamed || source.isOptional,
  });
  if (error !== undefined) {
    target.errors.push(`${refKey(refOf(object))}: ${error}`);
  }
  const origin = refKey(refOf(object));
  for (const [key, file] of files) {
    const resolved = inputs.config.urls === undefined ? { path: key, file } : resolveUrl(place, { object, key, file });
    if (resolved === undefined) {
      continue;
    }
    const path = set.isUnique ? uniqueName(object, resolved.path) : resolved.path;
    if (!isWritable(plan, path, origin)) {
      continue;
    }
    const holder = target.origins.get(path);
    if (holder !== undefined) {
      const isLost = taken.has(path);
      const [winner, loser] = isLost ? [holder, origin] : [origin, holder];
      const sentence = `${folder}/${path} is of ${winner}, not of ${loser}`;
      plan.duplicates.push(sentence);
      if (inputs.config.refusesDuplicates) {
        target.errors.push(sentence);
      }
      if (isLost) {
        continue;
      }
    }
    taken.add(path);
    target.files.set(path, resolved.file);
    target.origins.set(path, origin);
  }
}

function resolveUrl(
  { inputs, plan }: Place,
  { object, key, file }: { readonly object: KubeObject; readonly key: string; readonly file: VolumeFile },
): { readonly path: string; readonly file: VolumeFile } | undefined {
  if (!key.endsWith(".url")) {
    return { path: key, file };
  }
  const { uid = "", resourceVersion = "" } = object.metadata;
  const url = Buffer.from(file.bytes).toString("utf8").trim();
  const wanted = { key: `${uid} ${key}`, version: resourceVersion, url };
  plan.urls.push(wanted);
  const { bytes, error } = inputs.contentOf(wanted) ?? {};
  if (error !== undefined) {
    plan.failedUrls.push(`${refKey(refOf(object))}: ${key}: ${error.message}`);
  }
  return bytes === undefined ? undefined : { path: key.slice(0, -".url".length), file: { ...file, bytes } };
}

function uniqueName(object: KubeObject, path: string): string {
  const { kind, namespace, name } = refOf(object);
  return `namespace_${namespace}.${kind.toLowerCase()}_${name}.${path}`;
}

/** An invalid name must not keep the others from being published. */
function isWritable(plan: Plan, path: string, origin: string): boolean {
  try {
    checkPath(path);
    return true;
  } catch (error) {
    plan.refused.push(`${origin}: ${(error as Error).message}`);
    return false;
  }
}

function folderOf(plan: Plan, folder: string): FolderPlan {
  const known = plan.folders.get(folder);
  if (known !== undefined) {
    return known;
  }
  const fresh: FolderPlan = { files: new Map(), origins: new Map(), errors: [] };
  plan.folders.set(folder, fresh);
  return fresh;
}
