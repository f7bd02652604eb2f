import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Input of the generators; another color gives another name. */
export interface Settings {
  readonly color: string;
}

/** Writes a base and an overlay, and tells where the overlay is. */
export function writeKustomization(folder: string, settings: Settings): string {
  for (const [name, text] of Object.entries(filesOf(settings))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return join(folder, "overlay");
}

const base = `
resources: [deployment.yaml, service.yaml]
configMapGenerator:
- name: settings
  literals: [level=low]
  options: { immutable: true }
secretGenerator:
- name: door
  literals: [key=1234]
`;

const deployment = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
      - name: web
        image: web
        envFrom: [{ configMapRef: { name: settings } }, { secretRef: { name: door } }]
`;

const service = `
apiVersion: v1
kind: Service
metadata: { name: web }
spec: { selector: { app: web }, ports: [{ port: 80 }] }
`;

const overlay = ({ color }: Settings) => `
namespace: north
namePrefix: north-
resources: [../base, namespace.yaml, kiosk.yaml]
labels:
- pairs: { region: north }
configMapGenerator:
- name: settings
  behavior: merge
  literals: [color=${color}]
  options: { immutable: true }
replicas: [{ name: web, count: 3 }]
images: [{ name: web, newTag: "7" }]
patches:
- target: { kind: Service, name: web }
  patch: '[{ "op": "replace", "path": "/spec/ports/0/port", "value": 8080 }]'
- patch: |
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    spec:
      template:
        spec:
          containers: [{ name: web, resources: { limits: { memory: 64Mi } } }]
`;

const namespace = `
apiVersion: v1
kind: Namespace
metadata: { name: north }
`;

const kiosk = `
apiVersion: trade.example.com/v1
kind: Kiosk
metadata: { name: corner }
spec: { seats: 4 }
`;

const kiosks = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: kiosks.trade.example.com }
spec:
  group: trade.example.com
  scope: Namespaced
  names: { plural: kiosks, singular: kiosk, kind: Kiosk }
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: { type: object, properties: { seats: { type: integer }, open: { type: boolean, default: true } } }
`;

function filesOf(settings: Settings): Readonly<Record<string, string>> {
  return {
    "base/kustomization.yaml": base,
    "base/deployment.yaml": deployment,
    "base/service.yaml": service,
    "overlay/kustomization.yaml": overlay(settings),
    "overlay/namespace.yaml": namespace,
    "overlay/kiosk.yaml": kiosk,
    "definitions/kustomization.yaml": "resources: [kiosks.yaml]\n",
    "definitions/kiosks.yaml": kiosks,
  };
}
