import { describe } from "vitest";
import { findPeer, type PeerPrograms, startPeerProcess } from "../serve/peer-process.ts";
import { describeConsole } from "./testing/describe-console.ts";
import { findChromium } from "./testing/open-console.ts";

const peer = findPeer();
const reason = "npm run test:console runs it where KILN_PEER_APISERVER and KILN_PEER_ETCD name programs";

describe.skipIf(peer === undefined || findChromium() === undefined)(`with chromium (${reason}),`, () => {
  describeConsole("the console of kube-apiserver", {
    start: () => startPeerProcess(peer as PeerPrograms),
    isKiln: false,
    many: 1_000,
  });
});
