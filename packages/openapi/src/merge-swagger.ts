import type { JsonObject } from "@kiln/api";
import type { SwaggerPart } from "./stream-swagger.ts";

export interface ForeignSwagger {
  readonly paths: JsonObject;
  readonly definitions: JsonObject;
}

/** Appends paths and definitions of extension API servers to this server's own, which take precedence. */
export async function* mergeSwagger(
  parts: AsyncIterable<SwaggerPart>,
  foreign: readonly ForeignSwagger[],
): AsyncGenerator<SwaggerPart> {
  const known = new Set<string>();
  let open: SwaggerPart["in"] = "document";
  for await (const part of parts) {
    if (part.in !== open && open !== "document") {
      yield* foreignParts(foreign, open, known);
    }
    open = part.in;
    known.add(`${part.in} ${part.name}`);
    yield part;
  }
}

/** Paths or definitions of extension API servers whose names are not in `known`; adds the names to `known`. */
function* foreignParts(
  foreign: readonly ForeignSwagger[],
  section: "paths" | "definitions",
  known: Set<string>,
): Generator<SwaggerPart> {
  for (const [name, value] of foreign.flatMap((document) => Object.entries(document[section]))) {
    const id = `${section} ${name}`;
    if (!known.has(id)) {
      known.add(id);
      yield { in: section, name, value: value as JsonObject };
    }
  }
}
