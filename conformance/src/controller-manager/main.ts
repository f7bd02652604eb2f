import { mustHavePrograms } from "../serve/find-program.ts";
import { findPeer } from "../serve/peer-process.ts";
import { acceptedComplaints } from "./accepted-complaints.ts";
import type { Complaint } from "./read-complaints.ts";
import { type ClusterRun, runOnKiln, runOnKubernetes } from "./run-cluster.ts";

const USAGE = "usage: KILN_CONTROLLER_MANAGER=FILE npm run test:controller-manager [-- MINUTES]";
const DEFAULT_MINUTES = 10;

/**
 * Runs a real kube-controller-manager against Kiln, and compares its log messages with those that it prints with a real
 * kube-apiserver (KILN_PEER_APISERVER, KILN_PEER_ETCD), or with a list if there is none.
 */
async function main([minutes = String(DEFAULT_MINUTES)]: readonly string[]): Promise<number> {
  if (!(Number(minutes) > 0)) {
    console.error(USAGE);
    return 2;
  }
  const { KILN_CONTROLLER_MANAGER: program = "", KILN_LOG_FOLDER: logFolder } = process.env;
  if (program === "") {
    console.log("skipped: KILN_CONTROLLER_MANAGER does not say where kube-controller-manager is");
    return mustHavePrograms() ? 1 : 0;
  }
  const options = { program, minutes: Number(minutes), say: (line: string) => console.log(line), logFolder };
  const peer = findPeer();
  const [onKiln, onKubernetes] = await Promise.all([
    runOnKiln(options),
    peer === undefined ? undefined : runOnKubernetes(peer, options),
  ]);
  const accepted = onKubernetes?.complaints.map(({ text }) => text) ?? [];
  const own = onKiln.complaints.filter(
    ({ text }) => !accepted.includes(text) && !acceptedComplaints.some((one) => one.test(text)),
  );
  print(onKiln, own);
  if (onKubernetes !== undefined) {
    console.log(
      `${onKubernetes.name}: ${onKubernetes.unmet.length} unmet, ${onKubernetes.complaints.length} kinds of complaints`,
    );
  }
  return onKiln.unmet.length === 0 && own.length === 0 ? 0 : 1;
}

function print({ unmet, complaints }: ClusterRun, own: readonly Complaint[]): void {
  console.log(`Kiln: ${unmet.length} unmet, ${complaints.length} kinds of complaints`);
  for (const line of unmet) {
    console.log(`  unmet: ${line}`);
  }
  for (const { count, example } of own) {
    console.log(`  only of Kiln, ${count} times: ${example}`);
  }
}

process.exitCode = await main(process.argv.slice(2));
