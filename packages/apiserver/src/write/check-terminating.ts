import { statusForbidden } from "@kiln/api";
import { metadataOf, type Step } from "./write.ts";

/** Nothing more comes into a kind whose definition is on its way out. */
export const checkTerminating: Step = ({ resource, live, object }) => {
  if (live === undefined && resource.isTerminating === true) {
    const groupResource = { group: resource.group, resource: resource.names.plural };
    const why = "create not allowed while custom resource definition is terminating";
    throw statusForbidden(groupResource, String(metadataOf(object).name ?? ""), why);
  }
  return undefined;
};
