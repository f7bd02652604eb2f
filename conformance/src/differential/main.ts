import { parseArgs } from "node:util";
import { startTestServer } from "@kiln/apiserver/testing";
import { readKinds } from "../growth/open-api.ts";
import { findPeer, startPeerProcess } from "../serve/peer-process.ts";
import { startServeProcess } from "../serve/serve-process.ts";
import { runDifferential } from "./run-differential.ts";

/**
 * Compares Kiln with a kube-apiserver: every field of every built-in kind with usual, borderline, wrong and missing
 * values, as dry-run creates and updates. Prints each answer that differs and exits with 1 if one does.
 */
const { values } = parseArgs({
  options: {
    /** Kinds to compare, such as `Pod,Service`; all by default. */
    kind: { type: "string" },
  },
});

const programs = findPeer();
if (programs === undefined) {
  throw new Error("KILN_PEER_APISERVER and KILN_PEER_ETCD are not set: name the files of kube-apiserver and etcd");
}
const wanted = values.kind?.split(",");
const described = await startTestServer();
const kinds = (await readKinds(described)).filter(({ kind }) => wanted === undefined || wanted.includes(kind));
await described.close();

const kiln = await startServeProcess([
  ...["--store", "memory", "--semantics", "upstream", "--feature-gates", "FieldMutability=false,Unions=false"],
  // Settings of the peer, which runs without controllers: quota is not counted.
  ...["--service-cluster-ip-range", "10.96.0.0/16", "--disable-controllers", "resourcequota-controller"],
]);
const peer = await startPeerProcess(programs);
let [passed, failed] = [0, 0];
try {
  await runDifferential(
    { kiln: kiln.kubeconfig, peer: peer.kubeconfig },
    {
      kinds,
      report: ({ request, differences }) => {
        passed += differences.length === 0 ? 1 : 0;
        failed += differences.length === 0 ? 0 : 1;
        for (const difference of differences) {
          console.log(`${request}: ${difference}`);
        }
      },
    },
  );
} finally {
  await Promise.all([kiln.close(), peer.close()]);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
