import { join } from "node:path";

/**
 * Flags of `kiln serve` for the kube-apiserver that envtest starts with `args`, which come after Kiln's own, so that a
 * suite's settings take precedence. Objects are kept in memory and lost with the server; envtest deletes etcd's data
 * too.
 * KILN_ENVTEST_CONTROLLERS=1 enables the controllers, and KILN_ENVTEST_FLAGS has further flags.
 */
export function apiServerFlags(args: readonly string[], env: Readonly<Record<string, string | undefined>>): string[] {
  const more = (env.KILN_ENVTEST_FLAGS ?? "").split(/\s+/).filter((flag) => flag !== "");
  const usual = ["--store", "memory", "--semantics", "upstream", "--data-dir", join(folderOf(args), "kiln")];
  // Suites written for envtest expect kube-apiserver without controllers: no garbage collection, no service accounts.
  const controllers = env.KILN_ENVTEST_CONTROLLERS === "1" ? [] : ["--disable-controllers", "*"];
  const anonymous = [...args, ...more].some((flag) => /^--(anonymous-auth|authentication-config)\b/.test(flag));
  return [...usual, ...controllers, ...(anonymous ? [] : ["--anonymous-auth=true"]), ...args, ...more];
}

/** Directory that envtest creates for each server and removes afterwards. */
function folderOf(args: readonly string[]): string {
  const given = args.find((arg) => arg.startsWith("--cert-dir="))?.slice("--cert-dir=".length);
  return given ?? args[args.indexOf("--cert-dir") + 1] ?? ".kiln";
}
