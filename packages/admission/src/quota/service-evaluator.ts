import { createQuantity, objectAt, objectsAt } from "@kiln/api";
import { ONE, pickNames, type QuotaEvaluator, ZERO } from "./quota-evaluator.ts";

const COUNT = "count/services";
const NODE_PORTS = "services.nodeports";
const LOAD_BALANCERS = "services.loadbalancers";
const NAMES: readonly string[] = [COUNT, "services", NODE_PORTS, LOAD_BALANCERS];

/** Usage of Services: node ports and load balancers, allocated or not. */
export const serviceEvaluator: QuotaEvaluator = {
  handles: ({ operation, subresource }) => subresource === "" && (operation === "CREATE" || operation === "UPDATE"),
  matchingNames: (names) => pickNames(names, (name) => NAMES.includes(name)),
  usage(service) {
    const spec = objectAt(service, "spec");
    const ports = objectsAt(spec, "ports");
    const usage = new Map([
      [COUNT, ONE],
      ["services", ONE],
      [LOAD_BALANCERS, ZERO],
      [NODE_PORTS, ZERO],
    ]);
    if (spec.type === "LoadBalancer") {
      usage.set(LOAD_BALANCERS, ONE);
    }
    if (spec.type === "LoadBalancer" && spec.allocateLoadBalancerNodePorts === false) {
      const chosen = ports.filter(({ nodePort = 0 }) => nodePort !== 0);
      usage.set(NODE_PORTS, createQuantity(BigInt(chosen.length), "DecimalSI"));
    } else if (spec.type === "NodePort" || spec.type === "LoadBalancer") {
      usage.set(NODE_PORTS, createQuantity(BigInt(ports.length), "DecimalSI"));
    }
    return usage;
  },
};
