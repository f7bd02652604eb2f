import type { Attributes } from "@kiln/access";
import type { AdmissionAttributes } from "./admission-plugin.ts";

/** Attributes of a permission that a plugin checks. */
export type Wish = Pick<Attributes, "verb" | "group" | "version" | "resource" | "name"> &
  Partial<Pick<Attributes, "subresource" | "namespace">>;

export interface Permission {
  readonly isAllowed: boolean;
  /** Kubernetes' text of a denial: the reason, then the error or `<nil>`. */
  readonly why: string;
}

export async function askAuthorizer({ services, requester }: AdmissionAttributes, wish: Wish): Promise<Permission> {
  const verdict = await services.authorizer.authorize({
    user: requester.user,
    isResource: true,
    path: "",
    subresource: "",
    namespace: "",
    ...wish,
  });
  return { isAllowed: verdict.decision === "allow", why: `${verdict.reason}, ${verdict.error ?? "<nil>"}` };
}
