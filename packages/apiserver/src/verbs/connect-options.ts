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
  portforward: { ports: (values) => (values.length === 0 ? undefined : values.map(readPort)) },
};

const MAX_INT32 = 2 ** 31;

function readPort(value: string): number {
  const port = Number(value);
  if (!/^[-+]?\d+$/.test(value)) {
    throw statusBadRequest(`strconv.ParseInt: parsing ${quoteGo(value)}: invalid syntax`);
  }
  if (port >= MAX_INT32 || port < -MAX_INT32) {
    throw statusBadRequest(`strconv.ParseInt: parsing ${quoteGo(value)}: value out of range`);
  }
  return port;
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
