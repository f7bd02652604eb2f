import { describe, expect, it } from "vitest";
import { parseRoute, printRoute, type Route } from "./route.ts";

const none = { fork: "", namespace: "" };

describe("printRoute() and parseRoute()", () => {
  it.each<[string, Route]>([
    ["#/", { page: { name: "home" }, ...none }],
    ["#/feed?fork=one", { page: { name: "feed" }, fork: "one", namespace: "" }],
    [
      "#/list/-/pods?namespace=default",
      { page: { name: "list", group: "", plural: "pods" }, fork: "", namespace: "default" },
    ],
    ["#/create/apps/deployments", { page: { name: "create", group: "apps", plural: "deployments" }, ...none }],
    [
      "#/object/-/nodes/-/one?tab=tree",
      { page: { name: "object", group: "", plural: "nodes", in: "", of: "one", tab: "tree" }, ...none },
    ],
    [
      "#/object/rbac.authorization.k8s.io/clusterroles/-/system%3Aadmin%2Fx",
      {
        page: {
          name: "object",
          group: "rbac.authorization.k8s.io",
          plural: "clusterroles",
          in: "",
          of: "system:admin/x",
          tab: "yaml",
        },
        ...none,
      },
    ],
  ])("keep %s", (address, route) => {
    expect(printRoute(route)).toBe(address);
    expect(parseRoute(address)).toEqual(route);
  });

  it.each(["", "#token=abc", "#/nothing/a/b", "#/list", "#/object/a/b/c", "#/%/%"])("lead %j home", (address) => {
    expect(parseRoute(address).page).toEqual({ name: "home" });
  });
});
