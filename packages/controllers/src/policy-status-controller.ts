import { createTypeChecker, type TypeChecker } from "@kiln/admission";
import { isJsonObject, type JsonObject, metadataOf } from "@kiln/api";
import { createActor, readStoredObject } from "@kiln/kinds";
import type { Controller } from "./controller.ts";
import type { ControllerServices } from "./controller-services.ts";
import { scan } from "./scan.ts";
import { createWorkQueue } from "./work-queue.ts";

const GROUP = "admissionregistration.k8s.io";
const PREFIX = `/registry/${GROUP}/validatingadmissionpolicies/`;
const ACTOR = createActor("validatingadmissionpolicy-status-controller");
const FIELD_MANAGER = "validatingadmissionpolicy-status";

/** Sets the type check warnings of policies in their status. */
export const policyStatusController: Controller = {
  name: "validatingadmissionpolicy-status-controller",
  start(services) {
    const checker = createTypeChecker(services.registry);
    const work = (key: string) => checkPolicy(services, checker, key);
    const queue = createWorkQueue({ services, name: "validatingadmissionpolicy-status", work });
    const unsubscribe = services.store.onCommit(({ events }) => {
      for (const { key } of events) {
        if (key.startsWith(PREFIX)) {
          queue.add(key);
        }
      }
    });
    void scan(services, PREFIX, (key) => queue.add(key));
    return {
      stop() {
        unsubscribe();
        queue.stop();
      },
    };
  },
};

async function checkPolicy(services: ControllerServices, checker: TypeChecker, key: string): Promise<void> {
  const resource = services.registry.find(GROUP, "v1", "validatingadmissionpolicies");
  const entry = services.store.peek(key);
  if (resource === undefined || entry === undefined) {
    return;
  }
  const policy = await readStoredObject(resource, entry);
  const { name, generation = 0 } = metadataOf(policy);
  const status = isJsonObject(policy.status) ? policy.status : {};
  if (Number(generation) <= Number(status.observedGeneration ?? 0)) {
    return;
  }
  const warnings = checker.check(isJsonObject(policy.spec) ? policy.spec : {});
  const typeChecking: JsonObject = warnings.length === 0 ? {} : { expressionWarnings: warnings };
  await services.objects.apply(ACTOR, {
    place: { resource, namespace: "", name: String(name), subresource: "status" },
    fieldManager: FIELD_MANAGER,
    config: {
      apiVersion: `${GROUP}/v1`,
      kind: "ValidatingAdmissionPolicy",
      status: { observedGeneration: generation, typeChecking },
    },
  });
}
