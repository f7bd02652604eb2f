import type { ObjectWriter } from "@kiln/kinds";
import type { RequestServices } from "../request/request-services.ts";
import { deleteEntries } from "../verbs/delete-entries.ts";
import { deleteAs } from "./delete-as.ts";
import { applyObject, changeObject, createObject } from "./write-object.ts";

/** Writer for controllers. It takes the services at each call, because they contain the writer. */
export function createObjectWriter(services: () => RequestServices): ObjectWriter {
  return {
    create: (actor, creation) => createObject(services(), actor, creation),
    change: (actor, wanted) => changeObject(services(), actor, wanted),
    apply: (actor, wanted) => applyObject(services(), actor, wanted),
    deleteEntries: ({ user }, batch) => deleteEntries(services(), { ...batch, requester: { user, warnings: [] } }),
    delete: (actor, deletion) => deleteAs(services(), actor, deletion),
  };
}
