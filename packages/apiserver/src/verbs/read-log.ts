import { asText, type FieldError, fieldPath, invalid, objectAt, statusInvalid, statusNotImplemented } from "@kiln/api";
import { readInteger } from "../list/list-options.ts";
import { checkContainer, readNamed } from "./connect.ts";
import type { Verb } from "./verb.ts";

/** What a log may be cut by, and the least that each may be. */
const CUTS = [
  { name: "tailLines", least: 0, message: "must be greater than or equal to 0" },
  { name: "limitBytes", least: 1, message: "must be greater than 0" },
  { name: "sinceSeconds", least: 1, message: "must be greater than 0" },
] as const;

/** Says what is wrong with the question. A Pod that was given to no node has not said anything; others are not here. */
export const readLog: Verb = async (context, resource) => {
  const { name, query } = context.info;
  const errors = CUTS.flatMap((cut): FieldError[] => {
    const value = readInteger(query, cut.name);
    return value === undefined || value >= cut.least ? [] : [invalid(fieldPath(cut.name), value, cut.message)];
  });
  if (errors.length > 0) {
    throw statusInvalid({ group: "", kind: "PodLogOptions" }, name, errors);
  }
  const spec = objectAt(await readNamed(context, resource, name), "spec");
  checkContainer(spec, name, query.get("container") ?? "");
  if (asText(spec.nodeName) === "") {
    return { status: 204, headers: {}, body: new Uint8Array() };
  }
  throw statusNotImplemented("pods/log needs a node, and this server has none");
};
