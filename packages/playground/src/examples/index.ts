import backup from "../../../../docs/examples/backup.yaml?raw";
import backupCrd from "../../../../docs/examples/backup-crd.yaml?raw";
import { type Example, step } from "./example.ts";
import { immutableExamples } from "./immutable-examples.ts";
import { ownerExamples } from "./owner-examples.ts";
import { schemaExamples } from "./schema-examples.ts";
import { unionExamples } from "./union-examples.ts";

export type { Example } from "./example.ts";

/** The commands of the first walk in README.md as an example. */
export const firstExample: Example = {
  topic: "Start here",
  title: "The first walk",
  about:
    "volume is immutable, keep has a default, target is a union. Type anywhere; the right side shows what the server makes of it.",
  state: {
    name: "backup",
    definitions: backupCrd,
    steps: [
      step("create", "alice", backup),
      step("merge-patch", "bob", "spec:\n  target:\n    directory: /backups\n"),
      step("merge-patch", "bob", "spec:\n  volume: other\n"),
    ],
  },
  verdicts: ["accepted", "accepted", "refused"],
};

/** Examples in the order of the menu. */
export const examples: readonly Example[] = [
  firstExample,
  ...immutableExamples,
  ...unionExamples,
  ...ownerExamples,
  ...schemaExamples,
];
