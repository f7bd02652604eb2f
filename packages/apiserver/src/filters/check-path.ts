import { textResponse } from "../http/respond.ts";
import { isPathVerb } from "../request/request-info.ts";
import type { Filter } from "./filter.ts";

/**
 * Kubernetes: a path that ends with a verb where a resource should follow gets 500 (endpoints/request/requestinfo.go
 * NewRequestInfo, v1.36).
 */
export function checkPath(): Filter {
  return {
    before({ info, request }) {
      const [first = "", ...others] = info.parts;
      if (others.length > 0 || info.namespace !== "" || !isPathVerb(first) || isPathVerb(info.verb)) {
        return undefined;
      }
      const uri = escapeMarkup(request.target);
      const why = "failed to create RequestInfo: unable to determine kind and namespace from url";
      return textResponse(500, `Internal Server Error: "${uri}": ${why}, ${uri}\n`);
    },
  };
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
