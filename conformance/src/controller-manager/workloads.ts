import type { JsonObject } from "@kiln/api";

const CONTAINER = { name: "main", image: "example.com/main:1", resources: { requests: { cpu: "10m" } } };

function template(app: string, more: JsonObject = {}): JsonObject {
  return { metadata: { labels: { app } }, spec: { containers: [CONTAINER], ...more } };
}

function object(apiVersion: string, kind: string, name: string, rest: JsonObject): JsonObject {
  return { apiVersion, kind, metadata: { name }, ...rest };
}

export function deployment(name: string, replicas: number): JsonObject {
  const spec = { replicas, selector: { matchLabels: { app: name } }, template: template(name) };
  return object("apps/v1", "Deployment", name, { spec });
}

export function daemonSet(name: string): JsonObject {
  return object("apps/v1", "DaemonSet", name, {
    spec: { selector: { matchLabels: { app: name } }, template: template(name) },
  });
}

export function statefulSet(name: string): JsonObject {
  const claim = {
    metadata: { name: "data" },
    spec: { storageClassName: "by-hand", accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  };
  const spec = {
    serviceName: name,
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: template(name),
    volumeClaimTemplates: [claim],
  };
  return object("apps/v1", "StatefulSet", name, { spec });
}

export function volume(name: string): JsonObject {
  return object("v1", "PersistentVolume", name, {
    spec: {
      capacity: { storage: "2Gi" },
      accessModes: ["ReadWriteOnce"],
      storageClassName: "by-hand",
      hostPath: { path: `/data/${name}` },
    },
  });
}

export function job(name: string, more: JsonObject = {}): JsonObject {
  return object("batch/v1", "Job", name, {
    spec: { completions: 3, parallelism: 2, template: template(name, { restartPolicy: "Never" }), ...more },
  });
}

export function cronJob(name: string): JsonObject {
  const jobTemplate = { spec: { template: template(name, { restartPolicy: "Never" }) } };
  return object("batch/v1", "CronJob", name, { spec: { schedule: "* * * * *", jobTemplate } });
}

export function service(name: string): JsonObject {
  return object("v1", "Service", name, { spec: { selector: { app: name }, ports: [{ port: 80 }] } });
}

export function budget(name: string): JsonObject {
  return object("policy/v1", "PodDisruptionBudget", name, {
    spec: { minAvailable: 1, selector: { matchLabels: { app: name } } },
  });
}

export function autoscaler(name: string): JsonObject {
  return object("autoscaling/v2", "HorizontalPodAutoscaler", name, {
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name },
      minReplicas: 2,
      maxReplicas: 9,
      metrics: [
        { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } },
      ],
    },
  });
}

export function quota(name: string): JsonObject {
  return object("v1", "ResourceQuota", name, {
    spec: { hard: { pods: "60", services: "10", "count/deployments.apps": "10", "requests.cpu": "4" } },
  });
}

export function claimTemplate(name: string): JsonObject {
  const devices = { requests: [{ name: "gpu", exactly: { deviceClassName: "none" } }] };
  return object("resource.k8s.io/v1", "ResourceClaimTemplate", name, { spec: { spec: { devices } } });
}

export function podWithClaim(name: string): JsonObject {
  const container = { ...CONTAINER, resources: { ...CONTAINER.resources, claims: [{ name: "gpu" }] } };
  const resourceClaims = [{ name: "gpu", resourceClaimTemplateName: name }];
  return object("v1", "Pod", name, { spec: { containers: [container], resourceClaims } });
}
