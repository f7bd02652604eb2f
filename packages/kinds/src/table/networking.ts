import { asObjects, asText, asTexts, type JsonObject, objectAt } from "@kiln/api";
import {
  annotationOf,
  type Cells,
  countOf,
  joinTexts,
  loadBalancerAddresses,
  NONE,
  printList,
  printSelector,
  UNSET,
} from "./cells.ts";
import { ageOf, nameOf } from "./row-printer.ts";

export const networkingCells: Readonly<Record<string, Cells>> = {
  IPAddress: (object, now) => {
    const { parentRef } = objectAt(object, "spec");
    const { group, resource, namespace, name } = objectAt(object, "spec", "parentRef");
    const kind = [resource, group].map(asText).filter((part) => part !== "");
    const parts = [
      kind.join(".").toLowerCase(),
      ...(asText(namespace) === "" ? [] : [asText(namespace)]),
      asText(name),
    ];
    return [nameOf(object), parentRef === undefined ? NONE : parts.join("/"), ageOf(object, now)];
  },
  Ingress: (object, now) => {
    const { ingressClassName, rules, tls } = objectAt(object, "spec");
    return [
      nameOf(object),
      typeof ingressClassName === "string" ? ingressClassName : NONE,
      printHosts(asObjects(rules)),
      loadBalancerAddresses(objectAt(object, "status")).join(","),
      countOf(tls) === 0 ? "80" : "80, 443",
      ageOf(object, now),
    ];
  },
  IngressClass: (object, now) => {
    const isDefault = annotationOf(object, "ingressclass.kubernetes.io/is-default-class") === "true";
    const spec = objectAt(object, "spec");
    const { kind, apiGroup, name } = objectAt(spec, "parameters");
    const group = typeof apiGroup === "string" ? `.${apiGroup}` : "";
    return [
      nameOf(object) + (isDefault ? " (default)" : ""),
      asText(spec.controller),
      spec.parameters === undefined ? NONE : `${asText(kind)}${group}/${asText(name)}`,
      ageOf(object, now),
    ];
  },
  NetworkPolicy: (object, now) => [
    nameOf(object),
    printSelector(objectAt(object, "spec", "podSelector")),
    ageOf(object, now),
  ],
  ServiceCIDR: (object, now) => [nameOf(object), joinTexts(objectAt(object, "spec").cidrs), ageOf(object, now)],
};

const MAX_HOSTS = 3;

/**
 * Kubernetes: counts the remaining hosts by rules, although rules without a host are not listed
 * (printers/internalversion/printers.go formatHosts, v1.36).
 */
function printHosts(rules: readonly JsonObject[]): string {
  const shown: string[] = [];
  for (const { host } of rules) {
    if (shown.length === MAX_HOSTS) {
      return `${shown.join(",")} + ${rules.length - MAX_HOSTS} more...`;
    }
    if (asText(host) !== "") {
      shown.push(asText(host));
    }
  }
  return shown.join(",") || "*";
}

export const discoveryCells: Readonly<Record<string, Cells>> = {
  EndpointSlice: (object, now) => {
    const ports = asObjects(object.ports).map(({ port, name }) =>
      port === undefined ? (typeof name === "string" ? name : "*") : String(port),
    );
    const addresses = asObjects(object.endpoints).flatMap((endpoint) => asTexts(endpoint.addresses));
    return [
      nameOf(object),
      asText(object.addressType),
      printList(ports) || UNSET,
      printList(addresses) || UNSET,
      ageOf(object, now),
    ];
  },
};
