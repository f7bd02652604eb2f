import { asObjects, asText, asTexts, isJsonObject, type JsonObject, type KubeObject, objectAt } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { numberAt } from "../read-fields.ts";
import type { ObjectKind } from "../references/object-ref.ts";
import { configVolumesOf } from "../volumes/config-volume.ts";
import type { FileSet, SetSource } from "./projector-config.ts";
import { resolveFolder } from "./resolve-folder.ts";
import { SettingError } from "./setting-readers.ts";

export interface SetDefaults {
  readonly folder: string;
  readonly roots: readonly string[];
  readonly defaultMode: number;
  readonly isUnique: boolean;
  readonly namespace: string;
  readonly folderAnnotation: string;
}

const SET_FIELDS = ["path", "defaultMode", "uniqueFilenames", "sources"];
const SOURCE_FIELDS = ["configMap", "secret", "select"];
const OBJECT_FIELDS = ["name", "namespace", "items", "optional"];
const SELECT_FIELDS = ["label", "value", "resource", "namespaces"];

/**
 * Decodes the folders of a configuration file. Sources have the syntax of a projected volume; `select` selects by
 * label.
 */
export function readSets(text: string, defaults: SetDefaults): FileSet[] {
  const root = parseYaml(text).value;
  const folders = isJsonObject(root) ? asObjects(root.folders) : [];
  if (!isJsonObject(root) || folders.length === 0) {
    throw new SettingError("the file of --config must have a list of folders");
  }
  refuseOthers(root, ["folders"], "the file");
  return folders.map((set, index) => readSet(set, defaults, `folders[${index}]`));
}

function readSet(set: JsonObject, defaults: SetDefaults, where: string): FileSet {
  refuseOthers(set, SET_FIELDS, where);
  const folder =
    set.path === undefined ? defaults.folder : resolveFolder(asText(set.path), defaults.folder, defaults.roots);
  const sources = asObjects(set.sources);
  if (folder === undefined || sources.length === 0) {
    throw new SettingError(`${where} needs sources, and a path that is below the folder or one of those allowed`);
  }
  return {
    folder,
    defaultMode: checkMode(numberAt(set, "defaultMode") ?? defaults.defaultMode, `${where}.defaultMode`),
    isUnique: typeof set.uniqueFilenames === "boolean" ? set.uniqueFilenames : defaults.isUnique,
    sources: sources.map((source, index) => readSource(source, defaults, `${where}.sources[${index}]`)),
  };
}

function readSource(source: JsonObject, defaults: SetDefaults, where: string): SetSource {
  refuseOthers(source, SOURCE_FIELDS, where);
  const [field, ...others] = SOURCE_FIELDS.filter((one) => isJsonObject(source[one]));
  if (field === undefined || others.length > 0) {
    throw new SettingError(`${where} must have exactly one of ${SOURCE_FIELDS.join(", ")}`);
  }
  const spec = objectAt(source, field);
  return field === "select" ? readSelect(spec, defaults, where) : readObject(source, { field, spec, defaults, where });
}

interface ObjectPlace {
  readonly field: string;
  readonly spec: JsonObject;
  readonly defaults: SetDefaults;
  readonly where: string;
}

/** Decodes an object source with the decoder of Pod volumes. */
function readObject(source: JsonObject, { field, spec, defaults, where }: ObjectPlace): SetSource {
  refuseOthers(spec, OBJECT_FIELDS, `${where}.${field}`);
  const namespace = spec.namespace === undefined ? defaults.namespace : asText(spec.namespace);
  const volumes = [{ name: "set", projected: { sources: [source] } }];
  const pod: KubeObject = { apiVersion: "v1", kind: "Pod", metadata: { namespace }, spec: { volumes } };
  const [volume] = configVolumesOf(pod);
  const read = volume?.sources[0];
  if (read?.type !== "object" || read.ref.name === "") {
    throw new SettingError(`${where}.${field} needs a name`);
  }
  for (const { key, path, mode = 0 } of read.items ?? []) {
    if (key === "" || path === "") {
      throw new SettingError(`${where}.${field}.items: each needs a key and a path`);
    }
    checkMode(mode, `${where}.${field}.items: the mode of ${key}`);
  }
  return { type: "named", ref: read.ref, items: read.items, isOptional: read.isOptional, isExpected: !read.isOptional };
}

function readSelect(spec: JsonObject, { namespace, folderAnnotation }: SetDefaults, where: string): SetSource {
  refuseOthers(spec, SELECT_FIELDS, `${where}.select`);
  const resource = spec.resource === undefined ? "configmap" : asText(spec.resource);
  const kinds = kindsOf(resource);
  if (asText(spec.label) === "" || kinds === undefined) {
    throw new SettingError(`${where}.select needs a label, and configmap, secret or both as its resource`);
  }
  const named = asTexts(spec.namespaces);
  const value = asText(spec.value);
  return {
    type: "selected",
    kinds,
    namespaces: named.includes("ALL") ? undefined : named.length === 0 ? [namespace] : named,
    labelSelector: value === "" ? asText(spec.label) : `${asText(spec.label)}=${value}`,
    folderAnnotation,
  };
}

export function kindsOf(resource: string): readonly ObjectKind[] | undefined {
  const known: Readonly<Record<string, readonly ObjectKind[]>> = {
    configmap: ["ConfigMap"],
    secret: ["Secret"],
    both: ["ConfigMap", "Secret"],
  };
  return Object.hasOwn(known, resource) ? known[resource] : undefined;
}

/** Unknown fields are errors: ignoring them would hide typos. */
function refuseOthers(object: JsonObject, fields: readonly string[], where: string): void {
  const other = Object.keys(object).find((field) => !fields.includes(field));
  if (other !== undefined) {
    throw new SettingError(`${where} has a field "${other}"; it may have ${fields.join(", ")}`);
  }
}

function checkMode(mode: number, where: string): number {
  if (!Number.isInteger(mode) || mode < 0 || mode > 0o777) {
    throw new SettingError(`${where} must be between 0 and 0777`);
  }
  return mode;
}
