import { describe, expect, it } from "vitest";
import { admissionPlugins, pluginNames } from "./admission-plugins.ts";
import { checkPluginChoice, selectPlugins } from "./select-plugins.ts";

describe("selectPlugins()", () => {
  it("gives every plugin a place in the order of kube-apiserver", () => {
    const all = selectPlugins({ enabled: admissionPlugins.map(({ name }) => name) }).map(({ name }) => name);
    expect(all).toEqual(pluginNames.filter((name) => all.includes(name)));
    expect(all.length).toBe(admissionPlugins.length);
  });

  it("refuses a plugin without a place in the order", () => {
    const stranger = { name: "Stranger", handles: () => false };
    expect(() => selectPlugins({}, [stranger])).toThrow('admission plugin "Stranger" has no place in the order');
  });
});

/**
 * Kubernetes: these plugins are on unless disabled (plugins.go DefaultOffAdmissionPlugins, v1.36); those of alpha
 * features are left out.
 */
const ON_BY_DEFAULT = [
  ...["NamespaceLifecycle", "LimitRanger", "ServiceAccount", "TaintNodesByCondition", "PodSecurity", "Priority"],
  ...["DefaultTolerationSeconds", "DefaultStorageClass", "StorageObjectInUseProtection", "PersistentVolumeClaimResize"],
  ...["RuntimeClass", "CertificateApproval", "CertificateSigning", "ClusterTrustBundleAttest"],
  ...["CertificateSubjectRestriction", "DefaultIngressClass", "PodTopologyLabels", "NodeDeclaredFeatureValidator"],
  ...["PodResizeValidator", "MutatingAdmissionPolicy", "MutatingAdmissionWebhook", "ValidatingAdmissionPolicy"],
  ...["ValidatingAdmissionWebhook", "ResourceQuota"],
];

describe("the plugins that run", () => {
  it("are those of kube-apiserver without flags", () => {
    expect(selectPlugins().map(({ name }) => name)).toEqual(ON_BY_DEFAULT);
  });

  it.each(pluginNames.map((name) => [name]))("can be enabled and disabled by the name %s", (name) => {
    expect(checkPluginChoice({ enabled: [name] })).toBeUndefined();
    expect(checkPluginChoice({ disabled: [name] })).toBeUndefined();
    expect(selectPlugins({ disabled: [name] }).map((plugin) => plugin.name)).not.toContain(name);
  });
});
