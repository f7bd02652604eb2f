/** A usual deployment: a small shop, with every category of kinds. */
export function shop(image: string): string {
  return `
apiVersion: v1
kind: ServiceAccount
metadata: { name: shop, labels: { app: shop } }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: shop, labels: { app: shop } }
rules:
- { apiGroups: [""], resources: [configmaps], verbs: [get, list, watch] }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: shop, labels: { app: shop } }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: shop }
subjects:
- { kind: ServiceAccount, name: shop, namespace: default }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: shop-settings, labels: { app: shop } }
data:
  settings.yaml: |
    currency: EUR
---
apiVersion: v1
kind: Secret
metadata: { name: shop-database, labels: { app: shop } }
stringData: { password: secret }
---
apiVersion: v1
kind: Service
metadata: { name: shop, labels: { app: shop } }
spec:
  selector: { app: shop, tier: web }
  ports:
  - { name: http, port: 80, targetPort: http }
  - { name: metrics, port: 9090, targetPort: 9090, protocol: TCP }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: shop, labels: { app: shop } }
spec:
  replicas: 2
  selector: { matchLabels: { app: shop, tier: web } }
  template:
    metadata: { labels: { app: shop, tier: web } }
    spec:
      serviceAccountName: shop
      initContainers:
      - { name: wait, image: busybox, command: [sh, -c, "true"] }
      containers:
      - name: web
        image: ${image}
        ports:
        - { name: http, containerPort: 8080 }
        - { name: metrics, containerPort: 9090 }
        env:
        - { name: PASSWORD, valueFrom: { secretKeyRef: { name: shop-database, key: password } } }
        - { name: NODE, valueFrom: { fieldRef: { fieldPath: spec.nodeName } } }
        resources: { requests: { cpu: 100m, memory: 128Mi }, limits: { memory: 256Mi } }
        readinessProbe: { httpGet: { path: /ready, port: http } }
        livenessProbe: { tcpSocket: { port: http }, periodSeconds: 20 }
        volumeMounts:
        - { name: settings, mountPath: /etc/shop, readOnly: true }
        - { name: scratch, mountPath: /tmp }
      volumes:
      - { name: settings, configMap: { name: shop-settings } }
      - { name: scratch, emptyDir: {} }
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: shop-database, labels: { app: shop } }
spec:
  serviceName: shop-database
  selector: { matchLabels: { app: shop, tier: database } }
  template:
    metadata: { labels: { app: shop, tier: database } }
    spec:
      containers:
      - name: database
        image: postgres:17
        volumeMounts:
        - { name: data, mountPath: /var/lib/postgresql/data }
  volumeClaimTemplates:
  - metadata: { name: data }
    spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
---
apiVersion: batch/v1
kind: CronJob
metadata: { name: shop-report, labels: { app: shop } }
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: OnFailure
          containers:
          - { name: report, image: ${image}, args: [report] }
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: shop, labels: { app: shop } }
spec:
  rules:
  - host: shop.example.com
    http:
      paths:
      - { path: /, pathType: Prefix, backend: { service: { name: shop, port: { name: http } } } }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: shop, labels: { app: shop } }
spec:
  podSelector: { matchLabels: { tier: database } }
  ingress:
  - from: [{ podSelector: { matchLabels: { tier: web } } }]
    ports: [{ port: 5432 }]
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: shop, labels: { app: shop } }
spec: { minAvailable: 1, selector: { matchLabels: { app: shop } } }
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: shop, labels: { app: shop } }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: shop }
  maxReplicas: 5
  metrics:
  - { type: Resource, resource: { name: cpu, target: { type: Utilization, averageUtilization: 80 } } }
`;
}
