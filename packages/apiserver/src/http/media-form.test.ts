import { describe, expect, it } from "vitest";
import { chooseMediaForm } from "./media-form.ts";

function choose(accept: string, { search = "", agent = "", allowsTargets = true, hasMessage = true } = {}) {
  const form = chooseMediaForm({
    headers: { accept, "user-agent": agent },
    query: new URLSearchParams(search),
    allowsTargets,
    hasMessage: () => hasMessage,
  });
  return form && `${form.encoding}${form.isPretty ? " pretty" : ""}${form.target ? ` ${form.target.kind}` : ""}`;
}

describe("chooseMediaForm()", () => {
  it.each([
    ["", "json"],
    ["*/*", "json"],
    ["application/*", "json"],
    ["application/yaml", "yaml"],
    ["application/yaml;q=0.3, application/json;q=0.2", "yaml"],
    ["text/html", undefined],
    ["text/html,*/*;q=0.1", "json"],
    ["application/vnd.kubernetes.protobuf", "protobuf"],
    ["application/vnd.kubernetes.protobuf,application/json", "protobuf"],
    ["application/vnd.kubernetes.protobuf;q=0.5,application/json", "json"],
    ["application/vnd.kubernetes.protobuf;stream=watch", "protobuf"],
    ["application/vnd.kubernetes.protobuf;as=Table;g=meta.k8s.io;v=v1", undefined],
    [
      "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
      "protobuf PartialObjectMetadata",
    ],
    ["application/cbor", undefined],
    ["application/cbor,application/json", "json"],
    ["application/json;v=9", undefined],
    ["application/json;as=Table;g=meta.k8s.io;v=v1", "json Table"],
    ["application/yaml;as=Table;g=meta.k8s.io;v=v1beta1", "yaml Table"],
    ["application/json;as=Table;g=meta.k8s.io;v=v2", undefined],
    ["application/json;as=Table;g=wrong.io;v=v1,application/json", "json"],
    ["application/json;as=PartialObjectMetadata;v=v1", undefined],
    ["application/json;as=Pod;g=meta.k8s.io;v=v1", undefined],
    ["application/json;stream=watch", "json"],
    ["application/yaml;stream=watch", undefined],
    ["application/json;stream=other", undefined],
    ["application/json;pretty=1", "json pretty"],
    ["application/json;charset=utf-8", "json"],
    ["application/json;sv=v1", "json"],
    ["application/json;sv=v2", undefined],
  ])("takes %s for %s", (accept, expected) => {
    expect(choose(accept)).toBe(expected);
  });

  it("gives no protobuf where there is no message, unless for metadata alone", () => {
    const protobuf = "application/vnd.kubernetes.protobuf";
    const metadata = `${protobuf};as=PartialObjectMetadataList;g=meta.k8s.io;v=v1`;
    expect(choose(protobuf, { hasMessage: false })).toBeUndefined();
    expect(choose(`${protobuf},application/json`, { hasMessage: false })).toBe("json");
    expect(choose(metadata, { hasMessage: false })).toBe("protobuf PartialObjectMetadataList");
  });

  it("turns no failure into a Table", () => {
    const accept = "application/json;as=Table;g=meta.k8s.io;v=v1";
    expect(choose(accept, { allowsTargets: false })).toBeUndefined();
    expect(choose(`${accept},application/json`, { allowsTargets: false })).toBe("json");
  });

  it.each([
    ["curl/8.0", "", "json pretty"],
    ["Mozilla/5.0 (X11)", "", "json pretty"],
    ["kubectl/v1.36", "", "json"],
    ["curl/8.0", "pretty=false", "json"],
    ["kubectl/v1.36", "pretty=true", "json pretty"],
    ["kubectl/v1.36", "pretty=nonsense", "json"],
    ["curl/8.0", "pretty=", "json pretty"],
  ])("breaks lines for %s with ?%s as %s", (agent, search, expected) => {
    expect(choose("application/json", { agent, search })).toBe(expected);
  });
});
