import { homedir } from "node:os";
import { join } from "node:path";
import { type Command, UsageError } from "../command.ts";
import { didYouMean } from "../did-you-mean.ts";
import { layDownStandIns, STAND_INS } from "../envtest/lay-down-stand-ins.ts";
import { ownCommand } from "../own-command.ts";
import { parseFlags } from "../parse-flags.ts";
import { serve } from "./serve.ts";

const HELP = `kiln envtest: Kiln in place of the binaries that envtest of controller-runtime starts

  KUBEBUILDER_ASSETS="$(kiln envtest)" go test ./...       a kubebuilder project, unchanged
  kiln envtest --dir bin/kiln                              write the stand-ins there, and print the full path

Writes kube-apiserver, etcd and kubectl: scripts that start this kiln. The first is kiln serve with its objects in
memory, --semantics upstream and no controllers, as suites for envtest expect it; etcd only answers health probes;
kubectl is the one on PATH. Several suites can run side by side.

Flags:
  --dir DIR   directory of the scripts (default: kiln/envtest in the user's cache folder)

Variables, read by the stand-ins:
  KILN_ENVTEST_CONTROLLERS=1   run the controllers: garbage collection, namespace deletion, service accounts
  KILN_ENVTEST_FLAGS="..."     further flags of kiln serve, separated by spaces

Exit code: 0 written, 1 the scripts could not be written, 2 invalid arguments.
`;

export const envtest: Command = {
  name: "envtest",
  about: "stand in for the binaries of envtest: go test against Kiln",
  help: HELP,
  async run(args) {
    const [first, ...rest] = args;
    // Makes the scripts that replace kube-apiserver, etcd and kubectl end with their parent: a killed test must not leave
    // a server behind.
    process.env.KILN_STOP_WITH_PARENT = "1";
    switch (STAND_INS.find((name) => name === first)) {
      case "kube-apiserver":
        return serveFor(rest);
      case "etcd": {
        const { serveEtcdHealth } = await import("../envtest/serve-etcd-health.ts");
        return serveEtcdHealth(rest);
      }
      case "kubectl": {
        const { runKubectl } = await import("../envtest/run-kubectl.ts");
        return runKubectl(rest);
      }
      default:
        return layDown(args);
    }
  },
};

async function serveFor(args: readonly string[]): Promise<number> {
  const { apiServerFlags } = await import("../envtest/api-server-flags.ts");
  return serve.run(apiServerFlags(args, process.env));
}

function layDown(args: readonly string[]): number {
  const { values, positionals } = parseFlags({
    args: [...args],
    allowPositionals: true,
    options: { dir: { type: "string" } },
  });
  const [word] = positionals;
  if (word !== undefined) {
    throw new UsageError(`it takes no "${word}"${didYouMean(word, STAND_INS)}`);
  }
  if (process.platform === "win32") {
    throw new Error("the stand-ins are scripts of a POSIX shell, which Windows does not have: use WSL");
  }
  process.stdout.write(`${layDownStandIns(values.dir ?? defaultFolder(), ownCommand())}\n`);
  return 0;
}

function defaultFolder(): string {
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "kiln", "envtest");
}
