import { asText, type JsonObject, objectAt, statusNotFound } from "@kiln/api";
import { NO_STAMP, peekObject, sealObject } from "@kiln/kinds";
import type { Entry } from "@kiln/store";
import { parseListOptions } from "../list/list-options.ts";
import { createSelection } from "../list/selection.ts";
import { negotiate } from "../output/negotiate.ts";
import type { Context } from "../request/context.ts";
import type { RequestServices } from "../request/request-services.ts";
import type { Verb } from "./verb.ts";

/** A component of the control plane with its health check, which throws if it is unhealthy. */
interface Component {
  readonly name: string;
  check(services: RequestServices): Promise<void> | void;
}

/**
 * Kubernetes: these three components, in this order (registry/core/rest/storage_core.go serversToValidate, v1.36). It
 * calls the health endpoints of the first two on its own machine; Kiln checks their leader election leases instead.
 */
const COMPONENTS: readonly Component[] = [
  { name: "scheduler", check: (services) => checkLease(services, "kube-scheduler") },
  { name: "controller-manager", check: (services) => checkLease(services, "kube-controller-manager") },
  { name: "etcd-0", check: ({ store }) => store.checkHealth() },
];

function checkLease(services: RequestServices, name: string): void {
  const lease = peekObject(services, `/registry/coordination.k8s.io/leases/kube-system/${name}`);
  if (lease === undefined) {
    throw new Error(`lease kube-system/${name} not found: no ${name} runs against this server`);
  }
  const spec = objectAt(lease, "spec");
  const renewed = Date.parse(asText(spec.renewTime));
  if (!(services.clock.now().getTime() < renewed + Number(spec.leaseDurationSeconds ?? 0) * 1000)) {
    throw new Error(`lease kube-system/${name} expired: last renewed at ${asText(spec.renewTime)}`);
  }
}

async function toObject({ name, check }: Component, services: RequestServices): Promise<JsonObject> {
  const condition = await readHealth(check, services);
  return { metadata: { name }, conditions: [{ type: "Healthy", ...condition }] };
}

async function readHealth(check: Component["check"], services: RequestServices): Promise<JsonObject> {
  try {
    await check(services);
    return { status: "True", message: "ok" };
  } catch (error) {
    return { status: "False", message: error instanceof Error ? error.message : String(error) };
  }
}

const TYPE = { kind: "ComponentStatus", apiVersion: "v1" };

export const getComponentStatus: Verb = async (context, resource) => {
  const output = negotiate(context, resource);
  const { name } = context.info;
  const component = COMPONENTS.find((one) => one.name === name);
  if (component === undefined) {
    // Kubernetes: the error has the resource in the singular (registry/core/componentstatus/rest.go Get, v1.36).
    throw statusNotFound({ group: "", resource: "componentstatus" }, name);
  }
  return output.respondObject(200, { ...TYPE, ...(await toObject(component, context.services)) });
};

export const listComponentStatuses: Verb = async (context, resource) => {
  const output = negotiate(context, resource);
  const selection = createSelection(resource, "", parseListOptions(context.info.query));
  const all = await readAll(context);
  const chosen = all.filter(({ entry }) => selection.matches(entry));
  if (output.key === "" || output.key === "protobuf") {
    const items = chosen.map(({ object }) => object);
    return output.respondObject(200, { kind: "ComponentStatusList", apiVersion: "v1", metadata: {}, items });
  }
  const entries = chosen.map(({ entry }) => entry);
  return output.respondList({ slices: () => [[...entries]], metadata: () => ({ resourceVersion: "" }) });
};

interface Read {
  readonly object: JsonObject;
  readonly entry: Entry;
}

function readAll({ services }: Context): Promise<Read[]> {
  return Promise.all(
    COMPONENTS.map(async (component) => {
      const object = await toObject(component, services);
      const { value } = sealObject({ ...TYPE, ...object }, { uid: "" }, NO_STAMP);
      return { object, entry: { key: `/registry/core/componentstatuses/${component.name}`, revision: 0, value } };
    }),
  );
}
