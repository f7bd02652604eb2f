import { asObjects, type JsonObject, type KubeObject } from "@kiln/api";
import { type Client, itemsOf, type ResourceType } from "@kiln/client";
import * as kinds from "./kinds.ts";
import * as make from "./workloads.ts";

/** A result that the controllers must achieve. */
export interface Expectation {
  readonly what: string;
  readonly begin: (world: World) => Promise<unknown>;
  readonly isMet: (world: World) => Promise<boolean>;
}

export interface World {
  readonly client: Client;
  readonly namespace: string;
}

export const expectations: readonly Expectation[] = [
  {
    what: "the namespace gets its service account and certificates",
    begin: ({ client, namespace }) =>
      client.create(kinds.NAMESPACES, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } }),
    isMet: async (world) =>
      (await names(world, kinds.SERVICE_ACCOUNTS)).includes("default") &&
      (await names(world, kinds.CONFIG_MAPS)).includes("kube-root-ca.crt"),
  },
  {
    what: "the quota says what it allows",
    begin: (world) => create(world, kinds.QUOTAS, make.quota("all")),
    isMet: async (world) => (await statusOf(world, kinds.QUOTAS, "all")).hard !== undefined,
  },
  {
    what: "a Deployment makes a ReplicaSet and Pods, and they become available",
    begin: (world) => create(world, kinds.DEPLOYMENTS, make.deployment("web", 3)),
    isMet: async (world) => (await statusOf(world, kinds.DEPLOYMENTS, "web")).availableReplicas === 3,
  },
  {
    what: "a Service finds them: EndpointSlices and Endpoints",
    begin: (world) => create(world, kinds.SERVICES, make.service("web")),
    isMet: async (world) => {
      const slices = await list(world, kinds.SLICES);
      const [subset] = ((await get(world, kinds.ENDPOINTS, "web")) as { subsets?: JsonObject[] }).subsets ?? [];
      return (
        slices.some(({ endpoints }) => asObjects(endpoints).length === 3) && asObjects(subset?.addresses).length === 3
      );
    },
  },
  {
    what: "quota counts Pods",
    begin: async () => undefined,
    isMet: async (world) => ((await statusOf(world, kinds.QUOTAS, "all")).used as JsonObject)?.pods === "3",
  },
  {
    what: "a budget counts who may be disrupted",
    begin: (world) => create(world, kinds.BUDGETS, make.budget("web")),
    isMet: async (world) => (await statusOf(world, kinds.BUDGETS, "web")).disruptionsAllowed === 2,
  },
  {
    what: "a new image is rolled out, and the old ReplicaSet has no Pods",
    begin: (world) => setImage(world, "example.com/main:2"),
    isMet: async (world) => {
      const { updatedReplicas, replicas, availableReplicas } = await statusOf(world, kinds.DEPLOYMENTS, "web");
      const sets = await list(world, kinds.REPLICA_SETS);
      return sets.length === 2 && updatedReplicas === 3 && replicas === 3 && availableReplicas === 3;
    },
  },
  {
    what: "scaling makes more Pods",
    begin: ({ client, namespace }) =>
      client.patch(
        kinds.DEPLOYMENTS,
        { namespace, name: "web" },
        { type: "merge", body: { spec: { replicas: 5 } } },
        { subresource: "scale" },
      ),
    isMet: async (world) => (await statusOf(world, kinds.DEPLOYMENTS, "web")).availableReplicas === 5,
  },
  {
    what: "an autoscaler looks after the Deployment",
    begin: (world) => create(world, kinds.AUTOSCALERS, make.autoscaler("web")),
    isMet: async (world) => {
      const { conditions } = await statusOf(world, kinds.AUTOSCALERS, "web");
      return (
        (conditions as JsonObject[] | undefined)?.some(
          ({ type, status }) => type === "AbleToScale" && status === "True",
        ) === true
      );
    },
  },
  {
    what: "a DaemonSet has a Pod on every node",
    begin: (world) => create(world, kinds.DAEMON_SETS, make.daemonSet("agent")),
    isMet: async (world) => (await statusOf(world, kinds.DAEMON_SETS, "agent")).numberReady === 2,
  },
  {
    what: "a StatefulSet has Pods in order, and claims that are bound to volumes",
    begin: async (world) => {
      await Promise.all(
        ["one", "two"].map((name) => world.client.create(kinds.VOLUMES, make.volume(`${world.namespace}-${name}`))),
      );
      await create(world, kinds.STATEFUL_SETS, make.statefulSet("db"));
    },
    isMet: async (world) => {
      const claims = await list(world, kinds.CLAIMS);
      const isBound = claims.length === 2 && claims.every(({ status }) => (status as JsonObject).phase === "Bound");
      return isBound && (await statusOf(world, kinds.STATEFUL_SETS, "db")).readyReplicas === 2;
    },
  },
  {
    what: "a Job completes, and goes when its time is over",
    begin: async (world) => {
      await create(world, kinds.JOBS, make.job("once"));
      await create(world, kinds.JOBS, make.job("brief", { ttlSecondsAfterFinished: 1 }));
    },
    isMet: async (world) => {
      const { succeeded, conditions } = await statusOf(world, kinds.JOBS, "once");
      const isComplete = (conditions as JsonObject[] | undefined)?.some(({ type }) => type === "Complete") === true;
      return succeeded === 3 && isComplete && !(await names(world, kinds.JOBS)).includes("brief");
    },
  },
  {
    what: "a CronJob makes a Job when its minute comes",
    begin: (world) => create(world, kinds.CRON_JOBS, make.cronJob("tick")),
    isMet: async (world) => (await names(world, kinds.JOBS)).some((name) => name.startsWith("tick-")),
  },
  {
    what: "a Secret for a service account gets its token",
    begin: (world) =>
      create(world, kinds.SECRETS, {
        apiVersion: "v1",
        kind: "Secret",
        metadata: { name: "old", annotations: { "kubernetes.io/service-account.name": "default" } },
        type: "kubernetes.io/service-account-token",
      }),
    isMet: async (world) =>
      ((await get(world, kinds.SECRETS, "old")).data as JsonObject | undefined)?.token !== undefined,
  },
  {
    what: "a cluster role gets the rules of those it consists of",
    begin: async ({ client, namespace }) => {
      const role = (name: string, rest: JsonObject) =>
        client.create(kinds.CLUSTER_ROLES, {
          apiVersion: "rbac.authorization.k8s.io/v1",
          kind: "ClusterRole",
          ...rest,
          metadata: { name, ...(rest.metadata as JsonObject) },
        });
      const labels = { part: namespace };
      await role(`${namespace}-part`, {
        metadata: { labels },
        rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
      });
      await role(`${namespace}-whole`, {
        metadata: {},
        aggregationRule: { clusterRoleSelectors: [{ matchLabels: labels }] },
      });
    },
    isMet: async ({ client, namespace }) =>
      asObjects((await client.get(kinds.CLUSTER_ROLES, { name: `${namespace}-whole` })).rules).length === 1,
  },
  {
    what: "a Pod gets the claims that it wants made for it",
    begin: async (world) => {
      await create(world, kinds.CLAIM_TEMPLATES, make.claimTemplate("gpu"));
      await create(world, kinds.PODS, make.podWithClaim("gpu"));
    },
    isMet: async (world) => (await list(world, kinds.RESOURCE_CLAIMS)).length === 1,
  },
  {
    what: "what a deleted Deployment owned goes too",
    begin: ({ client, namespace }) =>
      client.delete(kinds.DEPLOYMENTS, { namespace, name: "web" }, { propagationPolicy: "Foreground" }),
    isMet: async (world) => {
      const pods = await list(world, kinds.PODS);
      const isGone = pods.every(({ metadata }) => (metadata.labels as JsonObject | undefined)?.app !== "web");
      return (
        isGone &&
        (await list(world, kinds.REPLICA_SETS)).length === 0 &&
        (await list(world, kinds.DEPLOYMENTS)).length === 0
      );
    },
  },
  {
    what: "a deleted namespace goes with all that is in it",
    begin: ({ client, namespace }) => client.delete(kinds.NAMESPACES, { name: namespace }),
    isMet: async ({ client, namespace }) =>
      itemsOf(await client.list(kinds.NAMESPACES)).every(({ metadata }) => metadata.name !== namespace),
  },
];

async function list({ client, namespace }: World, type: ResourceType): Promise<KubeObject[]> {
  return [...itemsOf(await client.list(type, { namespace }))];
}

async function names(world: World, type: ResourceType): Promise<string[]> {
  return (await list(world, type)).map(({ metadata }) => String(metadata.name));
}

function get({ client, namespace }: World, type: ResourceType, name: string): Promise<KubeObject> {
  return client.get(type, { namespace, name });
}

async function statusOf(world: World, type: ResourceType, name: string): Promise<JsonObject> {
  return ((await get(world, type, name)).status ?? {}) as JsonObject;
}

function create({ client, namespace }: World, type: ResourceType, object: JsonObject): Promise<KubeObject> {
  return client.create(type, { ...object, metadata: { ...(object.metadata as JsonObject), namespace } });
}

function setImage({ client, namespace }: World, image: string): Promise<KubeObject> {
  const spec = { template: { spec: { containers: [{ name: "main", image }] } } };
  return client.patch(kinds.DEPLOYMENTS, { namespace, name: "web" }, { type: "strategic", body: { spec } });
}
