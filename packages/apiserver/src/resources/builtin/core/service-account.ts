import { createRequestToken } from "../../../verbs/request-token.ts";
import type { Declaration } from "../declaration.ts";

export const serviceAccount: Declaration = {
  resource: "serviceaccounts",
  strategy: (settings) => ({
    subresources: new Map([["token", new Map([["create", createRequestToken(settings)]])]]),
  }),
};
