import { printTime } from "@kiln/api";
import type { Declaration } from "@kiln/kinds";
import { userInfo } from "../user-info.ts";

/** SelfSubjectReview: returns the requesting user, as `kubectl auth whoami` prints it. */
export const selfSubjectReview: Declaration = {
  resource: "selfsubjectreviews.authentication.k8s.io",
  strategy: () => ({
    answer: (_object, { user, services }) => ({
      metadata: { creationTimestamp: printTime(services.clock.now()) },
      status: { userInfo: userInfo(user) },
    }),
  }),
};
