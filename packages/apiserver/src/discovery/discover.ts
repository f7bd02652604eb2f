import { compareVersions, type JsonObject } from "@kiln/api";
import type { Context } from "../context.ts";
import type { ApiResponse } from "../http/message.ts";
import { objectResponse } from "../http/respond.ts";
import type { Registry } from "../resources/registry.ts";
import type { Resource } from "../resources/resource.ts";

/** /api, /apis and what stands below them, from what is served right now. */
export function discover({ info, services }: Context): ApiResponse | undefined {
  const [root, group, version, ...rest] = info.path.replace(/\/$/, "").slice(1).split("/");
  if (rest.length > 0) {
    return undefined;
  }
  const { registry } = services;
  if (root === "api") {
    return group === undefined
      ? objectResponse(200, { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs: [] })
      : version === undefined
        ? resourceList(registry, "", group)
        : undefined;
  }
  if (root !== "apis") {
    return undefined;
  }
  if (group === undefined) {
    const groups = groupNames(registry).map((name) => apiGroup(registry, name));
    return objectResponse(200, { kind: "APIGroupList", apiVersion: "v1", groups });
  }
  if (version === undefined) {
    return registry.hasGroup(group)
      ? objectResponse(200, { kind: "APIGroup", apiVersion: "v1", ...apiGroup(registry, group) })
      : undefined;
  }
  return resourceList(registry, group, version);
}

function groupNames(registry: Registry): string[] {
  return [...new Set([...registry.all()].map((resource) => resource.group))].filter((group) => group !== "").sort();
}

function apiGroup(registry: Registry, group: string): JsonObject {
  const served = [...registry.all()].filter((resource) => resource.group === group);
  const versions = [...new Set(served.map((resource) => resource.version))].sort(compareVersions);
  const named = versions.map((version) => ({ groupVersion: `${group}/${version}`, version }));
  return { name: group, versions: named, preferredVersion: named[0] ?? {} };
}

function resourceList(registry: Registry, group: string, version: string): ApiResponse | undefined {
  if (!registry.hasGroupVersion(group, version)) {
    return undefined;
  }
  const served = [...registry.all()].filter((resource) => resource.group === group && resource.version === version);
  return objectResponse(200, {
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: group === "" ? version : `${group}/${version}`,
    resources: served.flatMap(apiResources),
  });
}

function apiResources(resource: Resource): JsonObject[] {
  const { names } = resource;
  const main: JsonObject = {
    name: names.plural,
    singularName: names.singular,
    namespaced: resource.isNamespaced,
    kind: names.kind,
    verbs: [...resource.verbs],
    ...(names.shortNames.length === 0 ? {} : { shortNames: [...names.shortNames] }),
    ...(names.categories.length === 0 ? {} : { categories: [...names.categories] }),
  };
  const status: JsonObject = {
    name: `${names.plural}/status`,
    singularName: "",
    namespaced: resource.isNamespaced,
    kind: names.kind,
    verbs: ["get", "patch", "update"],
  };
  return resource.hasStatus ? [main, status] : [main];
}
