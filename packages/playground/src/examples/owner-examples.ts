import { type Example, printSampleCrd, step } from "./example.ts";

const TOPIC = "Field managers";

const SITE = printSampleCrd({
  kind: "Site",
  plural: "sites",
  spec: `
replicas:
  type: integer
image:
  type: string
ports:
  type: array
  x-kubernetes-list-type: map
  x-kubernetes-list-map-keys: [name]
  items:
    type: object
    required: [name]
    properties:
      name: {type: string}
      number: {type: integer}
hosts:
  type: array
  x-kubernetes-list-type: set
  items: {type: string}
`,
});

const site = (spec: string) => `
apiVersion: example.com/v1
kind: Site
metadata:
  name: shop
spec:
${spec.replace(/^\n/, "")}`;

const TEAM = site(`
  replicas: 2
  image: shop:1
  ports:
    - name: http
      number: 8080
  hosts: [shop.example.com]
`);

export const ownerExamples: readonly Example[] = [
  {
    topic: TOPIC,
    title: "A conflict of two managers",
    about: "team and autoscaler both apply replicas. The server names the owner instead of letting the last one win.",
    state: {
      name: "site",
      definitions: SITE,
      steps: [step("apply", "team", TEAM), step("apply", "autoscaler", site("  replicas: 5\n"))],
    },
    verdicts: ["accepted", "refused"],
  },
  {
    topic: TOPIC,
    title: "Taking a field over by force",
    about: "With force the autoscaler owns replicas alone. The team then leaves the field out, and it stays at 5.",
    state: {
      name: "site",
      definitions: SITE,
      steps: [
        step("apply", "team", TEAM),
        step("apply", "autoscaler", site("  replicas: 5\n"), true),
        step("apply", "team", TEAM.replace("  replicas: 2\n", "")),
      ],
    },
    verdicts: ["accepted", "accepted", "accepted"],
  },
  {
    topic: TOPIC,
    title: "Lists that several managers share",
    about: "Items are known by their key, or by their value in a set: each manager owns its own.",
    state: {
      name: "site",
      definitions: SITE,
      steps: [
        step("apply", "team", TEAM),
        step(
          "apply",
          "mesh",
          site(`
  ports:
    - name: metrics
      number: 9090
  hosts: [shop.internal]
`),
        ),
      ],
    },
    verdicts: ["accepted", "accepted"],
  },
  {
    topic: TOPIC,
    title: "What a manager no longer applies is removed",
    about: "The second apply of the same manager leaves image out: nothing else owns it, so it goes.",
    state: {
      name: "site",
      definitions: SITE,
      steps: [step("apply", "team", TEAM), step("apply", "team", TEAM.replace("  image: shop:1\n", ""))],
    },
    verdicts: ["accepted", "accepted"],
  },
];
