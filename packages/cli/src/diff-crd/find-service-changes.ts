import { asObject, asObjects, asText, asTexts, type JsonObject } from "@kiln/api";
import { type ClientRequest, type ObjectPlace, placeOf } from "./open-judge.ts";

/** A change in something other than the schema that clients rely on: a path, a name, a subresource. */
export interface ServiceChange {
  /** Version that the change applies to; empty for all. */
  readonly version: string;
  readonly what: string;
  /** Path of the changed CRD field, if the server reports it as immutable. */
  readonly place?: string;
  /** Requests that show the change if the old server answers them and the new one does not. */
  readonly uses: readonly Use[];
}

/** A client's request, sent with an example object. */
export interface Use {
  /** Version of the example object. */
  readonly version: string;
  request(example: JsonObject): ClientRequest;
  /** Command to print in place of the request. */
  readonly shownAs?: string;
  /** Returns why a successful response does not satisfy the client; undefined if it does. */
  faultOf?(answer: JsonObject): string | undefined;
}

export interface ServiceInput {
  /** Specs of both CRDs, with the server's defaults. */
  readonly old: JsonObject;
  readonly next: JsonObject;
  /** Versions in which objects of the old CRD may be stored. */
  readonly storedVersions: readonly string[];
}

export function findServiceChanges(input: ServiceInput): ServiceChange[] {
  const versions = versionsOf(input.old).map(({ name }) => asText(name));
  const served = versions.filter((name) => isServed(input.old, name) && isServed(input.next, name));
  return [
    ...compareNames(input),
    ...compareVersionLists(input),
    // Changes of subresources are compared for versions that stay: those of a removed version are removed with it.
    ...served.flatMap((name) => [...compareSubresources(input, name), ...compareSelectable(input, name)]),
  ];
}

/** Changes for clients if the CRD is deleted. */
export function describeDeletion(old: JsonObject): ServiceChange {
  const uses = [read(placeOf(old), firstServed(old))];
  return { version: "", what: "the CRD is gone, and its objects with it", uses };
}

function firstServed(spec: JsonObject): string {
  return asText(versionsOf(spec).find(({ served }) => served === true)?.name);
}

function compareNames({ old, next }: ServiceInput): ServiceChange[] {
  const name = firstServed(old);
  const place = placeOf(old);
  const paths = [read(place, name), create(place, name)];
  const parts: readonly (readonly [path: string, what: string, uses: readonly Use[]])[] = [
    ["group", "stored objects and clients' paths do not follow", paths],
    ["scope", "stored objects and clients' paths do not follow", paths],
    ["names.plural", "stored objects and clients' paths do not follow", paths],
    ["names.kind", "what clients write names the old one", paths.slice(1)],
    ["names.listKind", "clients that expect the old one do not know lists any more", [list(old, name)]],
    [
      "names.singular",
      "clients no longer find the kind by the old one",
      [look(old, name, String(namesOf(old).singular))],
    ],
  ];
  const changed = parts.flatMap(([path, effect, uses]): ServiceChange[] => {
    const [was, is] = [textAt(old, path), textAt(next, path)];
    const what = `the ${path.replace("names.", "")} changes from ${was} to ${is}: ${effect}`;
    return was === is ? [] : [{ version: "", what, place: `spec.${path}`, uses }];
  });
  return [...changed, ...compareNameLists(old, next, name)];
}

function compareNameLists(old: JsonObject, next: JsonObject, version: string): ServiceChange[] {
  const gone = (list: "shortNames" | "categories") => {
    const left = asTexts(namesOf(next)[list]);
    return asTexts(namesOf(old)[list]).filter((name) => !left.includes(name));
  };
  return [
    ...gone("shortNames").map((name) => ({
      version: "",
      what: `the short name ${name} is gone`,
      uses: [look(old, version, name)],
    })),
    ...gone("categories").map((name) => ({
      version: "",
      what: `the category ${name} is gone`,
      uses: [look(old, version, name)],
    })),
  ];
}

function compareVersionLists({ old, next, storedVersions }: ServiceInput): ServiceChange[] {
  const place = placeOf(old);
  return versionsOf(old).flatMap((version): ServiceChange[] => {
    const name = asText(version.name);
    const isStored = storedVersions.includes(name);
    const uses = isServed(old, name) ? [read(place, name), create(place, name)] : [];
    if (!versionsOf(next).some((other) => other.name === name)) {
      const what = "the version is gone";
      const rests = `${what}, and objects are stored in it: kiln migrate brings them to another`;
      const unstored = uses.length === 0 ? [] : [{ version: name, what, uses }];
      return isStored ? [{ version: name, what: rests, place: "status.storedVersions", uses }] : unstored;
    }
    return uses.length === 0 || isServed(next, name) ? [] : [{ version: name, what: "is no longer served", uses }];
  });
}

function compareSubresources({ old, next }: ServiceInput, version: string): ServiceChange[] {
  return (["status", "scale"] as const).flatMap((name): ServiceChange[] => {
    const has = (spec: JsonObject) => asObject(versionOf(spec, version).subresources)[name] !== undefined;
    const use: Use = {
      version,
      request: (object) => ({
        method: "GET",
        target: `${placeOf(old).object(version)}/${name}`,
        ...storing(old, object),
      }),
    };
    return has(old) && !has(next) ? [{ version, what: `the subresource ${name} is gone`, uses: [use] }] : [];
  });
}

function compareSelectable({ old, next }: ServiceInput, version: string): ServiceChange[] {
  const fieldsOf = (spec: JsonObject) =>
    asObjects(versionOf(spec, version).selectableFields).map(({ jsonPath }) => asText(jsonPath).replace(/^\./, ""));
  const left = fieldsOf(next);
  return fieldsOf(old)
    .filter((field) => !left.includes(field))
    .map((field) => {
      const target = `${placeOf(old).collection(version)}?fieldSelector=${encodeURIComponent(`${field}!=a`)}`;
      const use: Use = { version, request: (object) => ({ method: "GET", target, ...storing(old, object) }) };
      return { version, what: `${field} can no longer be selected by`, uses: [use] };
    });
}

function read({ key, object: path }: ObjectPlace, version: string): Use {
  return { version, request: (object) => ({ method: "GET", target: path(version), stored: { key, object } }) };
}

function create(place: ObjectPlace, version: string): Use {
  return {
    version,
    request: (body) => ({ method: "POST", target: `${place.collection(version)}?dryRun=All`, body }),
    shownAs: `POST ${place.collection(version)}`,
  };
}

function list(old: JsonObject, version: string): Use {
  const { listKind } = namesOf(old);
  return {
    version,
    request: (object) => ({ method: "GET", target: placeOf(old).collection(version), ...storing(old, object) }),
    faultOf: ({ kind }) => (kind === listKind ? undefined : `it is answered with a ${String(kind)}`),
  };
}

/** Request that kubectl sends to find a resource by a name: for a discovery document. */
function look(old: JsonObject, version: string, name: string): Use {
  const isKnown = ({ singularName, shortNames, categories }: JsonObject) =>
    [singularName, ...asTexts(shortNames), ...asTexts(categories)].includes(name);
  return {
    version,
    request: () => ({ method: "GET", target: `/apis/${String(old.group)}/${version}` }),
    shownAs: `kubectl get ${name}`,
    faultOf: ({ resources }) =>
      asObjects(resources).some(isKnown) ? undefined : `no resource of ${String(old.group)} goes by ${name}`,
  };
}

function storing(spec: JsonObject, object: JsonObject): Pick<ClientRequest, "stored"> {
  return { stored: { key: placeOf(spec).key, object } };
}

function namesOf(spec: JsonObject): JsonObject {
  return asObject(spec.names);
}

function textAt(spec: JsonObject, path: string): string {
  const [first = "", second] = path.split(".");
  return asText(second === undefined ? spec[first] : asObject(spec[first])[second]);
}

function versionsOf(spec: JsonObject): JsonObject[] {
  return asObjects(spec.versions);
}

export function versionOf(spec: JsonObject, name: string): JsonObject {
  return versionsOf(spec).find((version) => version.name === name) ?? {};
}

export function isServed(spec: JsonObject, name: string): boolean {
  return versionOf(spec, name).served === true;
}

/** Whether objects may be of the version: it is served or stored. */
export function isUsed(spec: JsonObject, name: string): boolean {
  return isServed(spec, name) || versionOf(spec, name).storage === true;
}
