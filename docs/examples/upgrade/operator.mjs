#!/usr/bin/env node
// An operator of 40 lines: creates a Deployment for every Oven and reports in its status. RELEASE is the operator's own
// version.
import { execFileSync } from "node:child_process";

const release = process.env.RELEASE ?? "1";

/** @param {string[]} args @param {object} [object] */
function kubectl(args, object) {
  return execFileSync("kubectl", args, { encoding: "utf8", ...(object ? { input: JSON.stringify(object) } : {}) });
}

/** Release 2 requests memory, and runs a replica for each door. */
function deploymentOf({ metadata: { name, namespace, uid }, spec }) {
  const labels = { oven: name };
  const resources = release === "1" ? {} : { resources: { requests: { memory: "64Mi" } } };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: {
      name: `oven-${name}`,
      namespace,
      ownerReferences: [{ apiVersion: "example.com/v1", kind: "Oven", name, uid, controller: true }],
    },
    spec: {
      replicas: release === "1" ? 1 : spec.doors,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: "oven", image: `example.com/oven:${release}`, ...resources }] },
      },
    },
  };
}

for (const oven of JSON.parse(kubectl(["get", "ovens", "--all-namespaces", "--output", "json"])).items) {
  kubectl(["apply", "--server-side", "--field-manager", "oven-operator", "--filename", "-"], deploymentOf(oven));
  const patch = JSON.stringify({ status: { operator: release } });
  const { name, namespace } = oven.metadata;
  kubectl([
    "patch",
    "oven",
    name,
    "--namespace",
    namespace,
    "--subresource",
    "status",
    "--type",
    "merge",
    "--patch",
    patch,
  ]);
}
