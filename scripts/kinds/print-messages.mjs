// Prints Go structs as protobuf messages in kinds/src/natives/data, whose README explains the format.

import { pathOf } from "./go-packages.mjs";

/** Types with their own encoding. Their structs are in JSON even if they are empty, unless they have omitzero. */
const SPECIAL = new Map([
  ["k8s.io/apimachinery/pkg/apis/meta/v1.Time", "Time"],
  ["k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime", "MicroTime"],
  ["k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1", "FieldsV1"],
  ["k8s.io/apimachinery/pkg/api/resource.Quantity", "Quantity"],
  ["k8s.io/apimachinery/pkg/util/intstr.IntOrString", "IntOrString"],
  ["k8s.io/apimachinery/pkg/runtime.RawExtension", "RawExtension"],
]);

/** Names of encodings, which are not messages although Go has structs of these names. */
const ENCODINGS = new Set([...SPECIAL.values(), "JSON"]);

const TEXTS = ["k8s.io/apimachinery/pkg/types."];
const SCALARS = new Map([
  ["string", "string"],
  ["bool", "bool"],
  ["int32", "int32"],
  ["int64", "int64"],
  ["float64", "double"],
  ["[]byte", "bytes"],
]);

/**
 * @param {string} path of the package
 * @param {Map<string, any>} packages
 */
export function createMessagePrinter(path, packages) {
  /**
   * @param {string} type as the package at `from` writes it
   * @param {string} from
   * @returns {{ text: string, isStruct?: boolean, isSpecial?: boolean }}
   */
  const printType = (type, from) => {
    if (SCALARS.has(type)) {
      return { text: SCALARS.get(type) ?? "" };
    }
    const [, prefix, rest = ""] = type.match(/^(\*|\[\]|map\[[^\]]+\])(.*)$/s) ?? [];
    if (prefix !== undefined) {
      return { text: (prefix.startsWith("map[") ? "{}" : prefix) + printType(rest, from).text };
    }
    const [, name, local = ""] = type.match(/^(?:(\w+)\.)?(\w+)$/) ?? [];
    const at = name === undefined ? from : pathOf(packages.get(from)?.imports[name] ?? "");
    const full =
      name === undefined
        ? `${from === "meta/v1" ? "k8s.io/apimachinery/pkg/apis/meta/v1" : from}.${local}`
        : `${packages.get(from)?.imports[name]}.${local}`;
    if (SPECIAL.has(full)) {
      return { text: SPECIAL.get(full) ?? "", isSpecial: true };
    }
    if (TEXTS.some((texts) => full.startsWith(texts))) {
      return { text: "string" };
    }
    const declared = packages.get(at)?.types.get(local);
    if (declared !== undefined && !declared.struct) {
      return declared.of === "[]string" ? { text: "strings" } : printType(declared.of, at);
    }
    return { text: at === path ? local : `${at.split("/")[0]}.${local}`, isStruct: true };
  };

  /**
   * The struct that a type name stands for, possibly by an alias.
   * @param {string} at
   * @param {string} name
   * @returns {{ at: string, type: any }}
   */
  const findStruct = (at, name) => {
    const type = packages.get(at)?.types.get(name);
    const [, from, local] = type?.of.match(/^(\w+)\.(\w+)$/) ?? [];
    return from === undefined ? { at, type } : findStruct(pathOf(packages.get(at)?.imports[from] ?? ""), local ?? "");
  };

  /** @param {any} field @param {string} at the package of its struct */
  const printField = (field, at) => {
    const [, number, ...facts] = field.protobuf.split(",");
    const [key, ...options] = field.json.split(",");
    if (number === undefined || key === "-" || field.type.endsWith(".TypeMeta") || field.type === "TypeMeta") {
      return [];
    }
    const { text, isStruct, isSpecial } = printType(field.type, at);
    // Code of its own encodes a struct without JSON tags, and leaves out fields that are not set.
    const isUntagged = key === "" && !field.embedded;
    const name = isUntagged ? facts.find((/** @type {string} */ fact) => fact.startsWith("name="))?.slice(5) : key;
    const isLeftOut = isUntagged || options.includes("omitzero") || (options.includes("omitempty") && !isSpecial);
    return [`${name}=${number}:${text}${isLeftOut || isStruct ? "" : "!"}`];
  };

  /** @param {string} name */
  return (name) => {
    const { at, type } = findStruct(path, name);
    const fields = (type?.fields ?? []).flatMap((/** @type {any} */ field) => printField(field, at));
    return type?.struct && !ENCODINGS.has(name) ? [name, ...fields].join(" ") : undefined;
  };
}
