import type { Actor } from "@kiln/kinds";

export const SCHEDULER = "default-scheduler";
export const SCHEDULER_ACTOR: Actor = {
  user: { name: "system:kube-scheduler", groups: ["system:authenticated"] },
  program: "kube-scheduler",
};
