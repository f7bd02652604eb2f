import { type JsonObject, printTime, setOwn } from "@kiln/api";
import type { BuiltIn } from "./built-in.ts";

/** Who am I, as `kubectl auth whoami` asks. */
export const selfSubjectReview: BuiltIn = {
  group: "authentication.k8s.io",
  version: "v1",
  names: {
    plural: "selfsubjectreviews",
    singular: "selfsubjectreview",
    kind: "SelfSubjectReview",
    listKind: "SelfSubjectReviewList",
    shortNames: [],
    categories: [],
  },
  isNamespaced: false,
  verbs: ["create"],
  schema: { type: "object" },
  strategy: () => ({
    answer(_object, { user, services }) {
      const { name: username, uid, groups, extra = {} } = user;
      const extras: JsonObject = {};
      for (const [key, values] of Object.entries(extra)) {
        setOwn(extras, key, [...values]);
      }
      return {
        metadata: { creationTimestamp: printTime(services.clock.now()) },
        status: {
          userInfo: {
            username,
            ...(uid ? { uid } : {}),
            groups: [...groups],
            ...(Object.keys(extras).length === 0 ? {} : { extra: extras }),
          },
        },
      };
    },
  }),
};
