import { appendAll, compareVersions, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { findMarker, type Marker } from "../marker/marker.ts";
import { MarkerValueError, readMarkerFields, readMarkerText } from "../marker/marker-value.ts";
import { createSchemaBuilder } from "../schema/build-schema.ts";
import type { SourceDeclaration, SourcePackage } from "../source-model.ts";
import type { SourceFault } from "../source-position.ts";
import { checkUnions } from "./check-unions.ts";
import { pluralize } from "./pluralize.ts";

export interface Definitions {
  /** CRDs, ordered by name. */
  readonly definitions: readonly JsonObject[];
  readonly faults: readonly SourceFault[];
}

export interface DefinitionOptions {
  /** API group of packages that have no +groupName. */
  readonly group?: string;
}

interface KindVersion {
  readonly version: string;
  readonly declaration: SourceDeclaration;
}

/** Builds one CRD for each kind, with a version for each package that contains the kind. */
export function buildDefinitions(packages: readonly SourcePackage[], options: DefinitionOptions = {}): Definitions {
  const faults: SourceFault[] = [];
  const kinds = new Map<string, KindVersion[]>();
  for (const { group = options.group ?? "", version, declarations } of packages) {
    for (const declaration of declarations.filter(isKind)) {
      const key = `${group}/${declaration.name}`;
      kinds.set(key, [...(kinds.get(key) ?? []), { version, declaration }]);
    }
  }
  for (const [key, [first]] of kinds) {
    if (key.startsWith("/") && first !== undefined) {
      const { name, position } = first.declaration;
      const message = `${name} is of no group: say +groupName=example.org of its package, or --group`;
      faults.push({ position, severity: "error", message });
    }
  }
  const builder = createSchemaBuilder();
  const definitions = [...kinds].map(([key, versions]) => {
    const [group = "", kind = ""] = key.split("/");
    return buildDefinition({ group, kind, versions, faults, build: builder.build });
  });
  const sorted = definitions.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return { definitions: sorted, faults: [...builder.faults, ...faults] };
}

/** Whether a type is a kind: a struct with TypeMeta and ObjectMeta, embedded or written out. */
function isKind({ type, name }: SourceDeclaration): boolean {
  if (type.kind !== "struct" || name.endsWith("List")) {
    return false;
  }
  const embeds = (wanted: string) => type.fields.some((field) => field.name === wanted && field.jsonName === undefined);
  const has = (...wanted: readonly string[]) =>
    wanted.every((each) => type.fields.some(({ jsonName }) => jsonName === each));
  return embeds("KubeObject") || (embeds("TypeMeta") && has("metadata")) || has("apiVersion", "kind", "metadata");
}

interface Kind {
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly KindVersion[];
  readonly faults: SourceFault[];
  readonly build: (declaration: SourceDeclaration) => JsonObject;
}

function buildDefinition({ group, kind, versions, faults, build }: Kind): JsonObject {
  const all = versions.flatMap(({ declaration }) => declaration.markers);
  const resource = fieldsOf(findMarker(all, "kubebuilder:resource"), faults);
  const plural = textOr(resource, "path", pluralize(kind.toLowerCase()));
  const built = versions
    .filter(({ declaration }) => findMarker(declaration.markers, "kubebuilder:skipversion") === undefined)
    .map((version) => buildVersion(version, build, faults))
    .sort((a, b) => compareVersions(String(a.name), String(b.name)) || 0);
  const [only] = built;
  if (built.length === 1 && only !== undefined) {
    only.storage = true;
  }
  checkStorage(built, versions, faults);
  const metadata = fieldsOf(findMarker(all, "kubebuilder:metadata"), faults);
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      name: `${plural}.${group}`,
      ...pairs("annotations", metadata.get("annotations")),
      ...pairs("labels", metadata.get("labels")),
    },
    spec: {
      group,
      names: {
        kind,
        listKind: `${kind}List`,
        plural,
        singular: textOr(resource, "singular", kind.toLowerCase()),
        ...texts("shortNames", resource.get("shortName")),
        ...texts("categories", resource.get("categories")),
      },
      scope: textOr(resource, "scope", "Namespaced"),
      versions: built,
    },
  };
}

function buildVersion({ version, declaration }: KindVersion, build: Kind["build"], faults: SourceFault[]): JsonObject {
  const { markers } = declaration;
  const all = (name: string) =>
    markers.filter((marker) => marker.name === name).map((marker) => Object.fromEntries(fieldsOf(marker, faults)));
  const deprecated = findMarker(markers, "kubebuilder:deprecatedversion");
  const { warning } = Object.fromEntries(fieldsOf(deprecated, faults)) as JsonObject;
  const columns = all("kubebuilder:printcolumn").map(({ JSONPath: jsonPath = "", ...column }) => ({
    jsonPath,
    ...column,
  }));
  const selectable = all("kubebuilder:selectablefield").map(({ JSONPath: jsonPath = "" }) => ({ jsonPath }));
  const built: JsonObject = {
    name: version,
    served: findMarker(markers, "kubebuilder:unservedversion") === undefined,
    storage: findMarker(markers, "kubebuilder:storageversion") !== undefined,
    schema: { openAPIV3Schema: withPlainMetadata(build(declaration)) },
    ...(deprecated === undefined ? {} : { deprecated: true }),
    ...(warning === undefined ? {} : { deprecationWarning: warning }),
    ...(columns.length === 0 ? {} : { additionalPrinterColumns: columns as JsonValue }),
    ...(selectable.length === 0 ? {} : { selectableFields: selectable as JsonValue }),
    ...subresourcesOf(markers, faults),
  };
  appendAll(faults, checkUnions(built, declaration.position));
  return built;
}

/** Removes descriptions from the schema's metadata, which kubectl describes itself. */
function withPlainMetadata(schema: JsonObject): JsonObject {
  const metadata = isJsonObject(schema.properties) ? schema.properties.metadata : undefined;
  if (isJsonObject(metadata)) {
    delete metadata.description;
  }
  return schema;
}

function subresourcesOf(markers: readonly Marker[], faults: SourceFault[]): JsonObject {
  const scaleMarker = findMarker(markers, "kubebuilder:subresource:scale");
  const hasStatus = findMarker(markers, "kubebuilder:subresource:status") !== undefined;
  const scale = fieldsOf(scaleMarker, faults);
  if (!hasStatus && scaleMarker === undefined) {
    // controller-gen: a printer column alone leaves an empty subresources map, which means the same as none.
    return {};
  }
  const selector = scale.get("selectorpath");
  return {
    subresources: {
      ...(hasStatus ? { status: {} } : {}),
      ...(scaleMarker === undefined
        ? {}
        : {
            scale: {
              specReplicasPath: textOr(scale, "specpath", ""),
              statusReplicasPath: textOr(scale, "statuspath", ""),
              ...(selector === undefined ? {} : { labelSelectorPath: String(selector) }),
            },
          }),
    },
  };
}

function checkStorage(built: readonly JsonObject[], versions: readonly KindVersion[], faults: SourceFault[]): void {
  const stored = built.filter(({ storage }) => storage === true).length;
  const position = versions[0]?.declaration.position;
  if (stored !== 1 && built.length > 0 && position !== undefined) {
    const found = stored === 0 ? "none is" : `${stored} are`;
    const message = `exactly one version must be marked +kubebuilder:storageversion, and ${found}`;
    faults.push({ position, severity: "error", message });
  }
}

function fieldsOf(marker: Marker | undefined, faults: SourceFault[]): Map<string, JsonValue> {
  if (marker === undefined) {
    return new Map();
  }
  try {
    return readMarkerFields(marker.text);
  } catch (error) {
    if (!(error instanceof MarkerValueError)) {
      throw error;
    }
    faults.push({ position: marker.position, severity: "error", message: `+${marker.name} ${error.message}` });
    return new Map();
  }
}

function textOr(fields: ReadonlyMap<string, JsonValue>, name: string, fallback: string): string {
  const value = fields.get(name);
  return value === undefined || value === "" ? fallback : readMarkerText(String(value));
}

function texts(name: string, value: JsonValue | undefined): JsonObject {
  return value === undefined ? {} : { [name]: (Array.isArray(value) ? value : [value]).map(String) };
}

/** Map of `key=value` texts. */
function pairs(name: string, value: JsonValue | undefined): JsonObject {
  if (value === undefined) {
    return {};
  }
  const entries = (Array.isArray(value) ? value : [value]).map((each) => {
    const [, key = "", rest = ""] = /^([^=]*)=?(.*)$/s.exec(String(each)) ?? [];
    return [key, rest];
  });
  return { [name]: Object.fromEntries(entries) };
}

function nameOf({ metadata }: JsonObject): string {
  return String((metadata as JsonObject).name);
}
