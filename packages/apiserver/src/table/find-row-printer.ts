import type { Resource } from "../resources/resource.ts";
import { configMapRows } from "./built-in/config-map.ts";
import { namespaceRows } from "./built-in/namespace.ts";
import { secretRows } from "./built-in/secret.ts";
import { createCustomRows } from "./custom-rows.ts";
import { defaultRows } from "./default-rows.ts";
import type { RowPrinter } from "./row-printer.ts";

/** Built-in kinds with columns of their own, by group and kind. */
const BUILT_INS: ReadonlyMap<string, RowPrinter> = new Map([
  ["/ConfigMap", configMapRows],
  ["/Namespace", namespaceRows],
  ["/Secret", secretRows],
]);

export function findRowPrinter(resource: Resource): RowPrinter {
  return resource.isCustom
    ? createCustomRows(resource)
    : (BUILT_INS.get(`${resource.group}/${resource.names.kind}`) ?? defaultRows);
}
