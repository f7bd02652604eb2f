import { clientNodeSuites } from "./client-node.ts";
import { conformance } from "./conformance.ts";
import { goSuites } from "./go-suites.ts";
import { javaSuites } from "./java.ts";
import { k9s } from "./k9s.ts";
import { kubeRs } from "./kube-rs.ts";
import { kwok } from "./kwok.ts";
import { pythonSuites } from "./python.ts";
import { sampleApiserver } from "./sample-apiserver.ts";
import type { Suite } from "./suite.ts";

/** Suites in the order of docs/clients.md. */
export const suites: readonly Suite[] = [
  ...goSuites,
  kubeRs,
  ...pythonSuites,
  ...clientNodeSuites,
  ...javaSuites,
  kwok,
  conformance,
  sampleApiserver,
  k9s,
];
