import type { SchemaSource } from "@kiln/schema";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useApp, useLasting } from "../app/use-app.ts";
import type { Draft } from "../app/use-draft.ts";
import type { Kind } from "../kinds/read-kinds.ts";
import { createChecker, type ObjectVerdict } from "../schema/check-object.ts";

/** Schema of a kind, and the result of validating a draft with it. */
export interface Verdict extends ObjectVerdict {
  readonly schema: SchemaSource | undefined;
}

const NOTHING: ObjectVerdict = { errors: [], unionChanges: [] };

export function useVerdict(kind: Kind, draft: Draft): Verdict {
  const app = useApp();
  const client = app.client.value;
  const [schema, setSchema] = useState<SchemaSource | undefined>(undefined);
  useLasting(
    (signal) =>
      app.schemaOf(kind).then(
        (found) => signal.aborted || setSchema(found),
        () => {},
      ),
    [client, kind.group, kind.version, kind.kind],
  );
  const check = useMemo(() => (schema === undefined ? undefined : createChecker(schema)), [schema]);
  const [verdict, setVerdict] = useState<ObjectVerdict>(NOTHING);
  const { object, isChanged, base } = draft;
  useEffect(() => {
    setVerdict(check === undefined || !isChanged ? NOTHING : check(object, base));
  }, [check, object, isChanged, base]);
  return { ...verdict, schema };
}
