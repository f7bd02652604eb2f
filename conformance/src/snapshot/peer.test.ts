import { describe } from "vitest";
import { findKubectls } from "../serve/find-program.ts";
import { findPeer, type PeerPrograms, startPeerProcess } from "../serve/peer-process.ts";
import { describeStory } from "./testing/describe-story.ts";

const peer = findPeer();
const reason = "npm run test:snapshots runs it where KILN_PEER_APISERVER and KILN_PEER_ETCD name programs";

describe.skipIf(peer === undefined || findKubectls().length === 0)(`with kubectl (${reason}),`, () => {
  describeStory("snapshots on kube-apiserver:", () => startPeerProcess(peer as PeerPrograms));
});
