import { metadataOf } from "../../../write/write.ts";
import type { Declaration } from "../declaration.ts";

export const priorityClass: Declaration = {
  resource: "priorityclasses.scheduling.k8s.io",
  types: { "scheduling/v1.PriorityClass": { defaults: { preemptionPolicy: "PreemptLowerPriority" } } },
  strategy: () => ({
    prepareCreate: (object) => {
      metadataOf(object).generation = 1;
    },
  }),
};
