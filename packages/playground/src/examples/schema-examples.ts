import { type Example, printSampleCrd, step } from "./example.ts";

const TOPIC = "Schemas";

const OVEN = printSampleCrd({
  kind: "Oven",
  plural: "ovens",
  spec: `
fuel:
  type: string
  default: wood
shelves:
  type: array
  x-kubernetes-list-type: atomic
  items:
    type: object
    properties:
      height: {type: integer, default: 20}
labels:
  type: object
  additionalProperties: {type: string}
extras:
  type: object
  x-kubernetes-preserve-unknown-fields: true
template:
  type: object
  x-kubernetes-embedded-resource: true
  x-kubernetes-preserve-unknown-fields: true
`,
});

const oven = (spec: string) => `
apiVersion: example.com/v1
kind: Oven
metadata:
  name: bread
spec:
${spec.replace(/^\n/, "")}`;

const QUOTA = printSampleCrd({
  kind: "Quota",
  plural: "quotas",
  more: `
x-kubernetes-validations:
  - rule: self.used <= self.limit
    message: used must not exceed limit
`,
  spec: `
limit:
  type: integer
  x-kubernetes-validations:
    - rule: self >= oldSelf
      message: may only grow
used:
  type: integer
  default: 0
`,
});

const quota = (spec: string) => `apiVersion: example.com/v1\nkind: Quota\nmetadata:\n  name: team-a\nspec:\n${spec}`;

const LAMP = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: lamps.example.com
  annotations:
    kiln/conversion: |
      [
        {"v1": ".spec.paint", "v2": ".spec.color"},
        {"v1": ".spec.width", "v2": ".spec.size.width"},
        {"v2": ".spec.mode", "default": "auto"}
      ]
spec:
  group: example.com
  scope: Namespaced
  names:
    plural: lamps
    singular: lamp
    kind: Lamp
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                paint: {type: string}
                width: {type: integer}
    - name: v2
      served: true
      storage: false
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                color: {type: string}
                size:
                  type: object
                  properties:
                    width: {type: integer}
                mode:
                  type: string
                  enum: [auto, manual]
`;

const POLICY = `${OVEN}---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: no-coal
spec:
  matchConstraints:
    resourceRules:
      - apiGroups: [example.com]
        apiVersions: [v1]
        operations: [CREATE, UPDATE]
        resources: [ovens]
  validations:
    - expression: object.spec.fuel != "coal"
      messageExpression: '"coal is not allowed in " + object.metadata.name'
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: no-coal
spec:
  policyName: no-coal
  validationActions: [Deny]
`;

export const schemaExamples: readonly Example[] = [
  {
    topic: TOPIC,
    title: "Pruning: unknown fields are not kept",
    about: "feul is a typo and is struck through. Maps keep any key; extras keeps everything.",
    state: {
      name: "oven",
      definitions: OVEN,
      steps: [
        step(
          "create",
          "alice",
          oven(`
  feul: coal
  shelves:
    - height: 30
      depth: 40
  labels: {any: key, is: fine}
  extras: {anything: {goes: [here]}}
`),
        ),
      ],
    },
    verdicts: ["accepted"],
  },
  {
    topic: TOPIC,
    title: "Defaults",
    about: "Fields that the client leaves out get the default of the schema, also inside lists.",
    state: {
      name: "oven",
      definitions: OVEN,
      steps: [step("create", "alice", oven("  shelves:\n    - {}\n    - height: 30\n"))],
    },
    verdicts: ["accepted"],
  },
  {
    topic: TOPIC,
    title: "Objects inside objects",
    about: "An embedded resource needs apiVersion and kind, and its metadata is pruned as all metadata is.",
    state: {
      name: "oven",
      definitions: OVEN,
      steps: [
        step(
          "create",
          "alice",
          oven(`
  template:
    apiVersion: v1
    kind: Pod
    metadata: {name: p, nmae: q}
    anything: goes
`),
        ),
      ],
    },
    verdicts: ["accepted"],
  },
  {
    topic: TOPIC,
    title: "A value of another type",
    about: "A text where the schema has a number is refused, at its place.",
    state: {
      name: "oven",
      definitions: OVEN,
      steps: [step("create", "alice", oven("  shelves:\n    - height: tall\n"))],
    },
    verdicts: ["refused"],
  },
  {
    topic: TOPIC,
    title: "CEL rules",
    about: "One rule compares two fields, the other the new value with the old.",
    state: {
      name: "quota",
      definitions: QUOTA,
      steps: [
        step("create", "alice", quota("  limit: 10\n  used: 4\n")),
        step("merge-patch", "bob", "spec:\n  limit: 5\n"),
        step("merge-patch", "bob", "spec:\n  used: 11\n"),
      ],
    },
    verdicts: ["accepted", "refused", "refused"],
  },
  {
    topic: TOPIC,
    title: "Two versions of one kind",
    about:
      "The object is stored as v1 and updated as v2: a map of fields in an annotation converts, without a webhook.",
    state: {
      name: "lamp",
      definitions: LAMP,
      steps: [
        step(
          "create",
          "alice",
          "apiVersion: example.com/v1\nkind: Lamp\nmetadata:\n  name: old\nspec:\n  paint: red\n  width: 60\n",
        ),
        step("apply", "bob", "apiVersion: example.com/v2\nkind: Lamp\nmetadata:\n  name: old\nspec:\n  mode: manual\n"),
      ],
    },
    verdicts: ["accepted", "accepted"],
  },
  {
    topic: TOPIC,
    title: "An admission policy",
    about: "Whatever stands beside the CRD is created too: here a policy in CEL that denies coal.",
    state: {
      name: "oven",
      definitions: POLICY,
      steps: [step("create", "alice", oven("  fuel: coal\n"))],
    },
    verdicts: ["refused"],
  },
  {
    topic: TOPIC,
    title: "A CRD with mistakes",
    about:
      "Lint marks a list without a type, a pattern without anchors, a rule without a message and a default that is never used; F8 goes from one to the next.",
    state: {
      name: "shop",
      definitions: printSampleCrd({
        kind: "Shop",
        plural: "shops",
        more: "required: [name]\n",
        spec: `
name:
  type: string
  default: corner
  pattern: "[a-z]+"
  x-kubernetes-validations:
    - rule: self.size() > 2
shelves:
  type: array
  items:
    type: string
`,
      }),
      steps: [
        step(
          "create",
          "alice",
          "apiVersion: example.com/v1\nkind: Shop\nmetadata:\n  name: one\nspec:\n  shelves: [bread]\n",
        ),
      ],
    },
    verdicts: ["accepted"],
  },
];
