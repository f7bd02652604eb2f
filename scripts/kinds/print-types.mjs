// Prints Go structs as types in kinds/src/natives/data, whose README explains the format.

import { importPathOf, pathOf } from "./go-packages.mjs";

/** Types that Go encodes with code of its own, or that are declared outside the packages of kinds. */
const SPECIAL = new Map([
  ["[]byte", "bytes"],
  ["k8s.io/apimachinery/pkg/apis/meta/v1.Time", "time"],
  ["k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime", "microTime"],
  ["k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1", "fieldsV1"],
  ["k8s.io/apimachinery/pkg/api/resource.Quantity", "quantity"],
  ["k8s.io/apimachinery/pkg/util/intstr.IntOrString", "intOrString"],
  ["k8s.io/apimachinery/pkg/runtime.RawExtension", "raw"],
  ["k8s.io/apimachinery/pkg/runtime.Object", "object"],
  ["k8s.io/apimachinery/pkg/types.UID", "types.UID"],
  ["k8s.io/apimachinery/pkg/types.NodeName", "types.NodeName"],
  ["k8s.io/apimachinery/pkg/types.NamespacedName", "types.NamespacedName"],
]);

const PREFIX = /^(\*|\[\]|map\[[^\]]+\])/;

/**
 * @param {string} path of the package
 * @param {Map<string, any>} packages
 * @returns {(name: string) => Record<string, string> | string | undefined} of the types of the package
 */
export function createTypePrinter(path, packages) {
  const place = { path, packages };
  return (name) => {
    const type = packages.get(path)?.types.get(name);
    if (type === undefined) {
      return undefined;
    }
    return type.struct ? Object.fromEntries(fieldsOf(type, place)) : printType(type.of, place);
  };
}

/**
 * @typedef {{ path: string, packages: Map<string, any> }} Place the package whose types are printed
 * @param {string} type
 * @param {Place} place
 * @returns {string}
 */
function printType(type, place) {
  const special = SPECIAL.get(type);
  const [prefix] = type.match(PREFIX) ?? [];
  if (special !== undefined || prefix === undefined) {
    return special ?? printName(type, place);
  }
  const shown = prefix.startsWith("map[") ? `map[${printType(prefix.slice(4, -1), place)}]` : prefix;
  return shown + printType(type.slice(prefix.length), place);
}

/** @param {string} name @param {Place} place */
function printName(name, { path, packages }) {
  const [, from, local = ""] = name.match(/^(?:(\w+)\.)?(\w+)$/) ?? [];
  if (from === undefined) {
    return SPECIAL.get(`${importPathOf(path)}.${local}`) ?? name;
  }
  const importPath = packages.get(path).imports[from];
  return SPECIAL.get(`${importPath}.${local}`) ?? `${pathOf(importPath)}.${local}`;
}

/**
 * Fields of a struct; those of embedded structs at their position in JSON.
 * @param {any} type
 * @param {Place} place
 * @returns {[string, string][]}
 */
function fieldsOf(type, place) {
  return (type.fields ?? []).flatMap((/** @type {any} */ field) => {
    const [name] = field.json.split(",");
    if (name === "-" || (name === "" && !field.embedded)) {
      return [];
    }
    if (name !== "") {
      return [[name, printField(field, place)]];
    }
    if (field.type.endsWith("TypeMeta")) {
      return ["apiVersion", "kind"].map((key) => [key, "string"]);
    }
    const inner = findType(printType(field.type, place), place);
    return inner === undefined ? [] : fieldsOf(inner.type, inner.place);
  });
}

/** @param {any} field @param {Place} place */
function printField(field, place) {
  const { markers, patchStrategy, patchMergeKey } = field;
  const type = printType(field.type, place);
  const options = field.json.split(",").slice(1);
  const isOptional = options.includes("omitempty") || options.includes("omitzero");
  const isRequired = markers.includes("required") || (!isOptional && !markers.includes("optional"));
  const [listType] = valuesOf(markers, "listType");
  const keys = valuesOf(markers, "listMapKey").join(",");
  const [mapType = valuesOf(markers, "structType")[0]] = valuesOf(markers, "mapType");
  const [fallback] = valuesOf(markers, "default").map((value) => readDefault(value, place));
  const values = enumOf(type.replace(/^\*/, ""), place);
  const itemValues = /^(\[\]|map\[)/.test(type) ? enumOf(type.replace(PREFIX, ""), place) : undefined;
  return [
    type,
    isOptional ? undefined : "keep",
    options.includes("omitzero") ? "omitzero" : undefined,
    isRequired ? "required" : undefined,
    values && `enum=${values.join("|")}`,
    itemValues && `itemEnum=${itemValues.join("|")}`,
    fallback === undefined ? undefined : `default=${fallback}`,
    listType && `list=${listType}${keys && `:${keys}`}`,
    mapType && `map=${mapType}`,
    patchStrategy && `patch=${patchStrategy}${patchMergeKey && `:${patchMergeKey}`}`,
  ]
    .filter((word) => word !== undefined && word !== "")
    .join(";");
}

/** @param {string} name as {@link printType} prints it @param {Place} place */
function findType(name, { path, packages }) {
  const dot = name.lastIndexOf(".");
  const at = dot < 0 ? path : name.slice(0, dot);
  const type = packages.get(at)?.types.get(name.slice(dot + 1));
  return type === undefined ? undefined : { type, place: { path: at, packages } };
}

/**
 * Values of an enumeration that OpenAPI lists.
 * @param {string} name
 * @param {Place} of
 * @returns {string[] | undefined}
 */
function enumOf(name, of) {
  const { type, place } = findType(name, of) ?? {};
  if (place === undefined || !type.markers.includes("enum") || type.values === null) {
    return undefined;
  }
  return type.values.map((/** @type {string} */ value) => readConstant(value, place)).sort();
}

/** Constant of another package: `ref(package.Name)`. */
function readConstant(value, { path, packages }) {
  const [, from, name = ""] = value.match(/^ref\((\w+)\.(\w+)\)$/) ?? [];
  return from === undefined ? value : packages.get(pathOf(packages.get(path).imports[from]))?.constants[name];
}

/** Default of a marker: `"TCP"`, `5` or `ref(ConstantName)`. */
function readDefault(marker, { path, packages }) {
  const [, constant] = marker.match(/^ref\((?:.*\.)?(\w+)\)$/) ?? [];
  if (constant !== undefined) {
    return packages.get(path).constants[constant];
  }
  return marker.startsWith('"') ? JSON.parse(marker) : marker;
}

/** @param {readonly string[]} markers @param {string} name */
function valuesOf(markers, name) {
  return markers.filter((marker) => marker.startsWith(`${name}=`)).map((marker) => marker.slice(name.length + 1));
}
