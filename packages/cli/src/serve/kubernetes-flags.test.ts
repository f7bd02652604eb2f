import { describe, expect, it } from "vitest";
import { setAsideKubernetesFlags } from "./kubernetes-flags.ts";

describe("setAsideKubernetesFlags()", () => {
  it.each<[string, string[], string[], string[]]>([
    ["nothing that Kiln has", ["--listen", "a:1"], ["--listen", "a:1"], []],
    ["a switch", ["--allow-privileged", "--store", "memory"], ["--store", "memory"], ["--allow-privileged"]],
    ["a switch with a value", ["--allow-privileged=true"], [], ["--allow-privileged"]],
    ["a setting after an equals sign", ["--event-ttl=1h0m0s"], [], ["--event-ttl"]],
    ["a setting and the word after it", ["--event-ttl", "1h", "--http2", "own"], ["--http2", "own"], ["--event-ttl"]],
    ["one flag given twice, named once", ["--runtime-config=a", "--runtime-config=b"], [], ["--runtime-config"]],
    [
      "gates of Kubernetes, and keeps Kiln's",
      ["--feature-gates=WatchList=true,Unions=false"],
      ["--feature-gates=Unions=false"],
      ["--feature-gates WatchList=true"],
    ],
    ["no misspelling of a gate of Kiln's", ["--feature-gates", "Union=true"], ["--feature-gates", "Union=true"], []],
    ["a low verbosity, and reads a high one as --verbose", ["-v=2", "--v=4"], ["--verbose"], []],
    ["no flag that neither has", ["--evnt-ttl=1h"], ["--evnt-ttl=1h"], []],
  ])("sets aside %s", (_, given, args, ignored) => {
    expect(setAsideKubernetesFlags(given, [])).toEqual({ args, ignored });
  });

  it("keeps flags of kube-apiserver that Kiln has as well", () => {
    expect(setAsideKubernetesFlags(["--event-ttl=1h"], ["event-ttl"])).toEqual({
      args: ["--event-ttl=1h"],
      ignored: [],
    });
  });
});
