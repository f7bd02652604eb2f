import { join } from "node:path";

/**
 * The flags of kiln serve for a kube-apiserver that envtest starts with `args`. Flags of envtest come last, so a suite's settings win; objects are kept in memory and end with the server, as envtest removes the data of etcd.
 *
 * KILN_ENVTEST_CONTROLLERS=1 switches the controllers on, and KILN_ENVTEST_FLAGS has further flags.
 */
export function apiServerFlags(args: readonly string[], env: Readonly<Record<string, string | undefined>>): string[] {
  const more = (env.KILN_ENVTEST_FLAGS ?? "").split(/\s+/).filter((flag) => flag !== "");
  const usual = ["--store", "memory", "--semantics", "upstream", "--data-dir", join(folderOf(args), "kiln")];
  // Suites written for envtest expect a lone kube-apiserver: no garbage collection, no service accounts.
  const controllers = env.KILN_ENVTEST_CONTROLLERS === "1" ? [] : ["--disable-controllers", "*"];
  const anonymous = [...args, ...more].some((flag) => /^--(anonymous-auth|authentication-config)\b/.test(flag));
  return [...usual, ...controllers, ...(anonymous ? [] : ["--anonymous-auth=true"]), ...args, ...more];
}

/** Directory that envtest creates for each server and removes afterwards. */
function folderOf(args: readonly string[]): string {
  const given = args.find((arg) => arg.startsWith("--cert-dir="))?.slice("--cert-dir=".length);
  return given ?? args[args.indexOf("--cert-dir") + 1] ?? ".kiln";
}
