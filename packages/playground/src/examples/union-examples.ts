import { type Example, printSampleCrd, step } from "./example.ts";

const TOPIC = "Unions";

const EXPORT = printSampleCrd({
  kind: "Export",
  plural: "exports",
  more: `
# At most one of bucket and directory; type follows.
x-kubernetes-unions:
  - discriminator: type
    fields-to-discriminateBy:
      bucket: Bucket
      directory: Directory
`,
  spec: `
type:
  type: string
  enum: [Bucket, Directory, Nothing]
bucket:
  type: object
  properties:
    name: {type: string}
directory:
  type: object
  properties:
    path: {type: string}
`,
});

const nightly = (spec: string) => `
apiVersion: example.com/v1
kind: Export
metadata:
  name: nightly
spec:
${spec.replace(/^\n/, "")}`;

const BUCKET = nightly(`
  bucket:
    name: b
`);

const ROLLOUT = printSampleCrd({
  kind: "Rollout",
  plural: "rollouts",
  spec: `
strategy:
  type: object
  default: {}
  x-kubernetes-unions:
    - discriminator: type
      fields-to-discriminateBy:
        rollingUpdate: RollingUpdate
        blueGreen: BlueGreen
  properties:
    type:
      type: string
      enum: [RollingUpdate, BlueGreen, Recreate]
      default: RollingUpdate
    rollingUpdate:
      type: object
      properties:
        maxSurge: {type: integer}
    blueGreen:
      type: object
      properties:
        pause: {type: integer}
`,
});

const plain = (spec: string) => `apiVersion: example.com/v1\nkind: Rollout\nmetadata:\n  name: web\nspec:${spec}`;

export const unionExamples: readonly Example[] = [
  {
    topic: TOPIC,
    title: "A new member takes the place of the old",
    about: "The second writer knows nothing of bucket. It sets directory, and the union cleans up after itself.",
    state: {
      name: "export",
      definitions: EXPORT,
      steps: [
        step("create", "alice", BUCKET),
        step("update", "bob", nightly("  type: Bucket\n  bucket:\n    name: b\n  directory:\n    path: /d\n")),
      ],
    },
    verdicts: ["accepted", "accepted"],
  },
  {
    topic: TOPIC,
    title: "The discriminator chooses",
    about: "A changed discriminator clears every member that it does not name.",
    state: {
      name: "export",
      definitions: EXPORT,
      steps: [step("create", "alice", BUCKET), step("merge-patch", "bob", "spec:\n  type: Nothing\n")],
    },
    verdicts: ["accepted", "accepted"],
  },
  {
    topic: TOPIC,
    title: "Two members at once",
    about: "A create that sets two members says nothing clear, and is refused.",
    state: {
      name: "export",
      definitions: EXPORT,
      steps: [step("create", "alice", nightly("  bucket:\n    name: b\n  directory:\n    path: /d\n"))],
    },
    verdicts: ["refused"],
  },
  {
    topic: TOPIC,
    title: "A default for the discriminator",
    about: "An empty union gets the default; a member that is set is worth more than the default.",
    state: {
      name: "rollout",
      definitions: ROLLOUT,
      steps: [
        step("create", "alice", plain(" {}\n")),
        step("merge-patch", "bob", "spec:\n  strategy:\n    blueGreen:\n      pause: 60\n"),
      ],
    },
    verdicts: ["accepted", "accepted"],
  },
];
