// Go structs as lines of kinds/src/natives/data, in the words of its README.

import { pathOf } from "./go-packages.mjs";

/** Types with an encoding of their own. Their structs are in JSON even if they are empty, unless they say omitzero. */
const SPECIAL = new Map([
  ["k8s.io/apimachinery/pkg/apis/meta/v1.Time", "Time"],
  ["k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime", "MicroTime"],
  ["k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1", "FieldsV1"],
  ["k8s.io/apimachinery/pkg/api/resource.Quantity", "Quantity"],
  ["k8s.io/apimachinery/pkg/util/intstr.IntOrString", "IntOrString"],
  ["k8s.io/apimachinery/pkg/runtime.RawExtension", "RawExtension"],
]);

/** Not messages, although Go has structs of these names. */
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
   * The struct, or the one that it is another name of.
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
    // A struct without JSON tags is written by code of its own, which leaves out what is not set.
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
