import { describe, expect, it } from "vitest";
import { readProjectSettings } from "./read-project-settings.ts";
import { mergeSettings, OWN_SETTINGS, SIDECAR_SETTINGS } from "./settings.ts";

const surroundings = {
  namespace: "own",
  readFile: (path: string) => (path === "sets" ? "folders:\n- sources:\n  - configMap: {name: a}\n" : path),
};
const read = (settings: Record<string, string>) => readProjectSettings(new Map(Object.entries(settings)), surroundings);

describe("settings", () => {
  it("are called alike as flags and as variables", () => {
    const toEnv = (flag: string) => flag.toUpperCase().replaceAll("-", "_");
    expect(SIDECAR_SETTINGS.map(({ env }) => env)).toEqual(SIDECAR_SETTINGS.map(({ flag }) => toEnv(flag)));
    expect(OWN_SETTINGS.map(({ env }) => env)).toEqual(OWN_SETTINGS.map(({ flag }) => `KILN_${toEnv(flag)}`));
  });

  it("come from flags before they come from variables, and an empty variable is none", () => {
    const env = { LABEL: "from-env", LABEL_VALUE: "x", FOLDER: "", METHOD: "SLEEP" };
    expect(Object.fromEntries(mergeSettings({ label: "from-flag", once: true }, env))).toEqual({
      label: "from-flag",
      "label-value": "x",
      method: "SLEEP",
      once: "true",
    });
  });

  it("of the sidecar mean what they mean there", () => {
    expect(
      read({ label: "app", "label-value": "web", folder: "/f", namespace: "a,b", resource: "both" }),
    ).toMatchObject({
      method: "watch",
      sleepMs: 60_000,
      watchSeconds: 60,
      sets: [
        {
          folder: "/f",
          defaultMode: 0o644,
          sources: [
            {
              kinds: ["ConfigMap", "Secret"],
              namespaces: ["a", "b"],
              labelSelector: "app=web",
              folderAnnotation: "k8s-sidecar-target-directory",
            },
          ],
        },
      ],
    });
    expect(read({ label: "app", folder: "/f", namespace: "ALL" }).sets[0]?.sources[0]).toMatchObject({
      namespaces: undefined,
      labelSelector: "app",
    });
    expect(read({ label: "app", folder: "/f" }).sets[0]?.sources[0]).toMatchObject({ namespaces: ["own"] });
    expect([
      read({ label: "a", folder: "/f", method: "LIST" }).method,
      read({ label: "a", folder: "/f", method: "SLEEP" }).method,
    ]).toEqual(["once", "sleep"]);
    expect(read({ label: "a", folder: "/f", "default-file-mode": "440" }).sets[0]?.defaultMode).toBe(0o440);
  });

  it("name objects with or without kind and namespace", () => {
    const names = "plain,secret/typed,other/secret/full";
    const { sets } = read({ folder: "/f", "resource-name": names, namespace: "a,b", resource: "both" });
    expect(
      sets[0]?.sources.map((source) => (source.type === "named" ? Object.values(source.ref).join(" ") : "")),
    ).toEqual([
      ...["ConfigMap a plain", "Secret a plain", "ConfigMap b plain", "Secret b plain"],
      ...["Secret a typed", "Secret b typed"],
      "Secret other full",
    ]);
  });

  it.each<[Record<string, string>, RegExp]>([
    [{ label: "a" }, /say where the files go/],
    [{ folder: "/f" }, /say which objects/],
    [{ folder: "/f", label: "a", resource: "pods" }, /configmap, secret or both/],
    [{ folder: "/f", "resource-name": "a/b/c/d" }, /must be NAME/],
    [{ folder: "/f", "resource-name": "pods/x" }, /must be NAME/],
    [{ folder: "/f", "resource-name": "x", namespace: "ALL" }, /needs its namespace/],
    [{ folder: "/f", label: "a", "default-file-mode": "999" }, /three octal digits/],
    [{ folder: "/f", label: "a", "sleep-time": "soon" }, /takes a number/],
    [{ folder: "/f", label: "a", owner: "root" }, /UID or UID:GID/],
    [{ folder: "/f", label: "a", "allowed-urls": "example.com" }, /takes URLs such as/],
    [{ folder: "/f", label: "a", "on-duplicate": "ignore" }, /warn or error/],
    [{ folder: "/f", config: "[]" }, /must have a list of folders/],
    [{ folder: "/f", config: "folders: [{sources: [{configMap: {name: a}}], mode: 1}]" }, /has a field "mode"/],
    [{ folder: "/f", config: "folders: [{sources: [{configMap: {name: a}, secret: {name: b}}]}]" }, /exactly one of/],
    [{ folder: "/f", config: "folders: [{sources: [{configMap: {}}]}]" }, /needs a name/],
    [{ folder: "/f", config: "folders: [{path: /g, sources: [{configMap: {name: a}}]}]" }, /below the folder/],
    [{ folder: "/f", config: "folders: [{sources: [{select: {value: a}}]}]" }, /needs a label/],
    [
      { folder: "/f", config: "folders: [{defaultMode: 512, sources: [{configMap: {name: a}}]}]" },
      /between 0 and 0777/,
    ],
  ])("that are wrong are refused: %j", (settings, message) => {
    expect(() => read(settings)).toThrow(message);
  });

  it("may leave the folders to a file", () => {
    expect(read({ folder: "/f", config: "sets" }).sets).toEqual([
      {
        folder: "/f",
        defaultMode: 0o644,
        isUnique: false,
        sources: [
          {
            type: "named",
            ref: { kind: "ConfigMap", namespace: "own", name: "a" },
            items: undefined,
            isOptional: false,
            isExpected: true,
          },
        ],
      },
    ]);
  });
});
