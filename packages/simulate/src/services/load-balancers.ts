import { asObjects, type JsonObject, type KubeObject, objectAt } from "@kiln/api";
import { createActor } from "@kiln/kinds";
import type { KindName, ObjectRef } from "../cluster/cluster.ts";
import { refOf } from "../cluster/event-recorder.ts";
import { createLoop } from "../cluster/loop.ts";
import type { NamedMeta } from "../objects.ts";
import { isStalled } from "../pods/pod-script.ts";
import { printIpv4 } from "../print-ipv4.ts";
import type { SimulatedController, Simulation } from "../simulation.ts";
import { openServices } from "./endpoint-slices.ts";
import type { Service } from "./service-pods.ts";

const INGRESS: KindName = { apiVersion: "networking.k8s.io/v1", kind: "Ingress" };
const ACTOR = createActor("service-controller");
/** Addresses of 198.18.0.0/15, which no real network routes (RFC 2544); the first one is that of all Ingresses. */
const FIRST = 198 * 2 ** 24 + 18 * 2 ** 16 + 1;
const COUNT = 2 ** 17 - 2;

/**
 * Assigns addresses to Services of type LoadBalancer and to Ingresses, as the controllers of a cloud do: Helm and Argo
 * CD wait for them. Addresses that another program sets stay.
 */
export const loadBalancers: SimulatedController = {
  name: "service-lb-controller",
  start(simulation) {
    const { cluster } = simulation;
    const services = openServices(simulation);
    const ingresses = openIngresses(simulation);
    const balanced = createLoop(cluster, {
      name: "service-lb-controller",
      // One Service at a time, so that two never get the same address.
      width: 1,
      reconcile: async (key) => {
        const service = services.get(key);
        await (service === undefined ? undefined : balance(simulation, service));
        return undefined;
      },
    });
    const entered = createLoop(cluster, {
      name: "service-lb-controller",
      reconcile: async (key) => {
        const ingress = ingresses.get(key);
        await (ingress === undefined || isDone(ingress) ? undefined : assign(simulation, ingress, printIpv4(FIRST)));
        return undefined;
      },
    });
    services.onChange(({ key, now }) => (now?.spec.type === "LoadBalancer" ? balanced.add(key) : undefined));
    ingresses.onChange(({ key }) => entered.add(key));
    return {
      begin() {
        [...services.keys()].forEach(balanced.add);
        [...ingresses.keys()].forEach(entered.add);
      },
      stop() {
        balanced.stop();
        entered.stop();
      },
    };
  },
};

interface Balanced extends KubeObject {
  metadata: NamedMeta;
  status?: JsonObject;
}

function openIngresses({ cluster }: Simulation) {
  return cluster.view<Balanced>(INGRESS, { read: (object) => object as unknown as Balanced });
}

const addressesOf = (object: JsonObject): JsonObject[] => asObjects(objectAt(object, "status", "loadBalancer").ingress);

/** Whether the object has an address, or gets none. */
function isDone(object: Balanced): boolean {
  return object.metadata.deletionTimestamp != null || addressesOf(object).length > 0 || isStalled(object.metadata);
}

/**
 * Kubernetes: a Service with a class is for another controller (cloud-provider/controllers/service/controller.go
 * wantsLoadBalancer, v1.36).
 */
async function balance(simulation: Simulation, service: Service): Promise<void> {
  const { type, loadBalancerClass, loadBalancerIP = "" } = service.spec;
  const isOther = type !== "LoadBalancer" || loadBalancerClass !== undefined || simulation.staged.has("Service");
  if (isOther || isDone(service as Balanced)) {
    return;
  }
  const report = (reason: string, message: string) =>
    simulation.record(ACTOR, {
      component: "service-controller",
      about: refOf(service),
      type: "Normal",
      reason,
      message,
    });
  report("EnsuringLoadBalancer", "Ensuring load balancer");
  await assign(simulation, service, loadBalancerIP === "" ? freeAddress(simulation) : loadBalancerIP);
  report("EnsuredLoadBalancer", "Ensured load balancer");
}

async function assign({ cluster }: Simulation, object: ObjectRef, ip: string): Promise<void> {
  await cluster.change(ACTOR, object, {
    subresource: "status",
    change(current) {
      if (addressesOf(current).length > 0) {
        return false;
      }
      current.status = { ...objectAt(current, "status"), loadBalancer: { ingress: [{ ip }] } };
      return true;
    },
  });
}

function freeAddress(simulation: Simulation): string {
  const used = new Set(
    [...openServices(simulation).all()].flatMap((service) => addressesOf(service).map(({ ip }) => ip)),
  );
  let place = 1;
  while (used.has(printIpv4(FIRST + place)) && place < COUNT) {
    place++;
  }
  return printIpv4(FIRST + place);
}
