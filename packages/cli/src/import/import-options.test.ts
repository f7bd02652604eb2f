import { describe, expect, it } from "vitest";
import { UsageError } from "../command.ts";
import { parseImportOptions } from "./import-options.ts";

describe("the arguments of kiln import", () => {
  it.each([
    [[], "name one source, a PATH or --kubeconfig or --etcd-servers: none is given"],
    [["a", "--kubeconfig", "b"], "a and --kubeconfig are given"],
    [["/nowhere/at-all"], "there is no file or folder /nowhere/at-all"],
    [["--kubeconfig", "a", "--rate", "0"], '--rate takes a number of requests a second above 0, not "0"'],
    [["--kubeconfig", "a", "--snapshot", "b", "--data-dir", "c"], "--snapshot and --data-dir exclude each other"],
    [["--kubeconfig", "a", "--server", "b"], "--server needs --snapshot NAME"],
    [["--kubeconfg", "a"], "Unknown option '--kubeconfg'; did you mean"],
  ])("are refused: %j", (args, message) => {
    expect(() => parseImportOptions(args)).toThrow(UsageError);
    expect(() => parseImportOptions(args)).toThrow(message);
  });

  it("read the prefix as kube-apiserver does", () => {
    const { etcdPrefix } = parseImportOptions(["--etcd-servers", "http://a", "--etcd-prefix", "/mine/"]);
    expect(etcdPrefix).toBe("/mine/");
  });
});
