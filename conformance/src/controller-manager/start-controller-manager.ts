import { type ChildProcess, spawn } from "node:child_process";

export interface ControllerManager {
  /** Log lines so far. */
  log(): string;
  hasEnded(): boolean;
  close(): Promise<void>;
}

export interface ManagedCluster {
  readonly kubeconfig: string;
  readonly caFile: string;
  /** Key that signs service account tokens. */
  readonly tokenKeyFile: string;
}

/** Starts kube-controller-manager with all its controllers, each under its own service account. */
export function startControllerManager(program: string, cluster: ManagedCluster): ControllerManager {
  const child = spawn(program, [
    ...[`--kubeconfig=${cluster.kubeconfig}`, "--use-service-account-credentials=true"],
    ...["--controllers=*,bootstrapsigner,tokencleaner", "--secure-port=0", "--leader-elect=true"],
    ...[`--root-ca-file=${cluster.caFile}`, `--service-account-private-key-file=${cluster.tokenKeyFile}`],
    ...["--kube-api-qps=100", "--kube-api-burst=200", "--pvclaimbinder-sync-period=5s", "--namespace-sync-period=1m"],
    ...["--resource-quota-sync-period=20s", "--terminated-pod-gc-threshold=100"],
    "--attach-detach-reconcile-sync-period=10s",
  ]);
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += String(chunk);
  });
  child.stdout.resume();
  return {
    log: () => log,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    close: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  }
}
