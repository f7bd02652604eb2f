import { ALLOWED, type Authorizer, NO_RULES } from "./authorizer.ts";

export const alwaysAllow: Authorizer = {
  authorize: () => ALLOWED,
  rulesFor: () => ({
    ...NO_RULES,
    resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], resourceNames: [] }],
    nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
  }),
};

export const alwaysDeny: Authorizer = {
  authorize: () => ({ decision: "no-opinion", reason: "Everything is forbidden." }),
  rulesFor: () => NO_RULES,
};
