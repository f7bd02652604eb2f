import { asTexts, type JsonObject, objectAt, statusBadRequest, textAt } from "@kiln/api";
import type { Declaration } from "@kiln/kinds";
import { type AuthenticatedToken, TokenError } from "../authentication/authenticator.ts";
import { userInfo } from "../user-info.ts";
import type { ReviewContext } from "./review-context.ts";

/** TokenReview: authenticates a token. */
export const tokenReview: Declaration = {
  resource: "tokenreviews.authentication.k8s.io",
  strategy: () => ({
    async answer(object, context: ReviewContext) {
      const spec = objectAt(object, "spec");
      const token = textAt(spec, "token");
      if (token === "") {
        throw statusBadRequest("token is required for TokenReview in authentication");
      }
      return { ...object, status: await reviewToken(token, asTexts(spec.audiences), context) };
    },
  }),
};

async function reviewToken(
  token: string,
  audiences: readonly string[],
  { services }: ReviewContext,
): Promise<JsonObject> {
  try {
    const found = await services.tokens(token, audiences.length === 0 ? services.audiences : audiences);
    return found === undefined ? refusal("invalid bearer token") : describe(found);
  } catch (error) {
    if (!(error instanceof TokenError)) {
      throw error;
    }
    return refusal(error.message);
  }
}

function describe({ user, audiences = [] }: AuthenticatedToken): JsonObject {
  return {
    authenticated: true,
    user: userInfo(user),
    ...(audiences.length === 0 ? {} : { audiences: [...audiences] }),
  };
}

function refusal(error: string): JsonObject {
  return { user: {}, error };
}
