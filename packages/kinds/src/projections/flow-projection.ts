import { metadataOf } from "@kiln/api";
import type { StoreEvent } from "@kiln/store";
import { decodeStoredJson } from "../stored/stored-json.ts";
import { openStoredValue } from "../stored/stored-value.ts";

const GROUP = "/registry/flowcontrol.apiserver.k8s.io/";
const SCHEMA_PREFIX = `${GROUP}flowschemas/`;
const LEVEL_PREFIX = `${GROUP}prioritylevelconfigurations/`;
export const FLOW_PREFIXES: readonly string[] = [SCHEMA_PREFIX, LEVEL_PREFIX];

/** Uids of the FlowSchema and priority level of a request. */
export interface Flow {
  readonly schema: string;
  readonly level: string;
}

/** FlowSchemas and priority levels in the store. */
export interface FlowProjection {
  /** Flow of exempt requests (of administrators), or of all others; undefined until its objects exist. */
  find(isExempt: boolean): Flow | undefined;
  /** Applies an event of the {@link FLOW_PREFIXES}. */
  apply(event: Pick<StoreEvent, "key" | "value">): void;
}

export function createFlowProjection(): FlowProjection {
  const uids = new Map<string, string>();
  const flowOf = (name: string): Flow | undefined => {
    const [schema, level] = [uids.get(SCHEMA_PREFIX + name), uids.get(LEVEL_PREFIX + name)];
    return schema === undefined || level === undefined ? undefined : { schema, level };
  };
  let exempt: Flow | undefined;
  let others: Flow | undefined;
  return {
    find: (isExempt) => (isExempt ? exempt : others),
    apply({ key, value }) {
      if (value === undefined) {
        uids.delete(key);
      } else {
        uids.set(key, String(metadataOf(decodeStoredJson(openStoredValue(value).body)).uid));
      }
      exempt = flowOf("exempt");
      others = flowOf("global-default");
    },
  };
}
