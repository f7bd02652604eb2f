import { type Example, printSampleCrd, step } from "./example.ts";

const TOPIC = "Immutable fields";

const DATABASE = printSampleCrd({
  kind: "Database",
  plural: "databases",
  spec: `
# Set when the object is created; never changes.
volume:
  type: string
  x-kubernetes-mutability: Immutable
# May be set once, later.
host:
  type: string
  x-kubernetes-mutability: AddOnly
# Everything below the mark stays.
storage:
  type: object
  x-kubernetes-mutability: Immutable
  properties:
    class: {type: string}
    size: {type: string}
# Users may be added and changed, and never removed.
users:
  type: array
  x-kubernetes-list-type: map
  x-kubernetes-list-map-keys: [name]
  x-kubernetes-key-mutability: AddOnly
  items:
    type: object
    required: [name]
    properties:
      name: {type: string}
      role: {type: string}
`,
});

const orders = (spec: string) => `
apiVersion: example.com/v1
kind: Database
metadata:
  name: orders
spec:
${spec.replace(/^\n/, "")}`;

const PLAIN = orders(`
  volume: data
  storage: {class: fast, size: 10Gi}
  users:
    - name: alice
      role: admin
`);

export const immutableExamples: readonly Example[] = [
  {
    topic: TOPIC,
    title: "A field that never changes",
    about: "volume is marked Immutable. The second step changes it and is refused; change it back and it passes.",
    state: {
      name: "database",
      definitions: DATABASE,
      steps: [step("create", "alice", PLAIN), step("update", "bob", PLAIN.replace("volume: data", "volume: other"))],
    },
    verdicts: ["accepted", "refused"],
  },
  {
    topic: TOPIC,
    title: "A field that is set once",
    about: "host is marked AddOnly: a controller may fill it in later, and then it stays.",
    state: {
      name: "database",
      definitions: DATABASE,
      steps: [
        step("create", "alice", PLAIN),
        step("merge-patch", "controller", "spec:\n  host: db-1\n"),
        step("merge-patch", "controller", "spec:\n  host: db-2\n"),
      ],
    },
    verdicts: ["accepted", "accepted", "refused"],
  },
  {
    topic: TOPIC,
    title: "A whole object",
    about: "The mark on storage holds for everything below it: size cannot grow.",
    state: {
      name: "database",
      definitions: DATABASE,
      steps: [step("create", "alice", PLAIN), step("merge-patch", "bob", "spec:\n  storage:\n    size: 20Gi\n")],
    },
    verdicts: ["accepted", "refused"],
  },
  {
    topic: TOPIC,
    title: "Items that may only be added",
    about: "Keys of users are AddOnly: bob is added, alice gets another role, and then alice may not go.",
    state: {
      name: "database",
      definitions: DATABASE,
      steps: [
        step("create", "alice", PLAIN),
        step(
          "merge-patch",
          "bob",
          "spec:\n  users:\n    - {name: bob, role: reader}\n    - {name: alice, role: writer}\n",
        ),
        step("merge-patch", "bob", "spec:\n  users:\n    - {name: bob, role: reader}\n"),
      ],
    },
    verdicts: ["accepted", "accepted", "refused"],
  },
  {
    topic: TOPIC,
    title: "A ConfigMap that never changes",
    about: "Built-in kinds have the same: immutable: true freezes the content and itself. Labels may change.",
    state: {
      name: "settings",
      definitions: "# ConfigMap is built in: no CRD is needed.\n",
      steps: [
        step(
          "create",
          "alice",
          "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings-7\nimmutable: true\ndata:\n  color: blue\n",
        ),
        step("merge-patch", "bob", "metadata:\n  labels:\n    release: '7'\n"),
        step("merge-patch", "bob", "data:\n  color: red\n"),
      ],
    },
    verdicts: ["accepted", "accepted", "refused"],
  },
];
