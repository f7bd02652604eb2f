import { type JsonObject, type JsonValue, quoteGo, statusBadRequest } from "@kiln/api";
import type { RequestInfo } from "../request/request-info.ts";

type Reading = (values: readonly string[]) => JsonValue | undefined;

const flag: Reading = ([first]) =>
  first !== undefined && first !== "0" && first.toLowerCase() !== "false" ? true : undefined;
const text: Reading = ([first]) => first || undefined;
const FLAGS = { stdin: flag, stdout: flag, stderr: flag, tty: flag, container: text };

/** Query options of a connection, by subresource, in the order of Kubernetes' structs. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, Reading>>>> = {
  attach: FLAGS,
  exec: { ...FLAGS, command: (values) => (values.length === 0 ? null : [...values]) },
  portforward: { ports: (values) => (values.length === 0 ? undefined : values.flatMap(readPorts)) },
};

const MAX_PORT = 65_535;

/** Kubernetes: one parameter may have several ports (apis/core/v1/conversion.go Convert_Slice_string_To_Slice_int32, v1.36). */
function readPorts(value: string): number[] {
  return value.split(",").map((port) => {
    const fault = /^\d+$/.test(port) ? (Number(port) > MAX_PORT ? "value out of range" : undefined) : "invalid syntax";
    if (fault !== undefined) {
      throw statusBadRequest(`cannot convert to []int32: strconv.ParseUint: parsing ${quoteGo(port)}: ${fault}`);
    }
    return Number(port);
  });
}

/** Options object of a connection, such as PodExecOptions, with the fields that the request sets. */
export function readConnectOptions({ subresource, query, path, parts }: RequestInfo): JsonObject {
  if (subresource === "proxy") {
    const isBelow = parts.length > 3 || path.endsWith("/");
    const tail = path.endsWith("/") && parts.length > 3 ? "/" : "";
    return isBelow ? { path: `/${parts.slice(3).join("/")}${tail}` } : {};
  }
  const options: JsonObject = {};
  for (const [name, read] of Object.entries(OPTIONS[subresource] ?? {})) {
    const value = read(query.getAll(name));
    if (value !== undefined) {
      options[name] = value;
    }
  }
  return options;
}
