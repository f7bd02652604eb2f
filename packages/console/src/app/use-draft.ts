import { isJsonObject, type JsonObject, type KubeObject, printYaml } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { useEffect, useMemo, useState } from "preact/hooks";
import { withoutServerFields } from "../model/apply-configuration.ts";

/** An object that is being edited, as text and as a tree. */
export interface Draft {
  readonly text: string;
  /** Object of the last text without syntax errors. */
  readonly object: JsonObject;
  /** Syntax error of the current text. */
  readonly syntaxError: string | undefined;
  readonly isChanged: boolean;
  /** The stored object when editing began; undefined for a new object. */
  readonly base: KubeObject | undefined;
  /** Whether the object changed on the server since editing began. */
  readonly isStale: boolean;
  setText(text: string): void;
  setObject(object: JsonObject): void;
  /** Resets to the object on the server. */
  reset(): void;
}

interface Edited {
  readonly base: KubeObject | undefined;
  readonly text: string;
  readonly object: JsonObject;
  readonly syntaxError: string | undefined;
}

/** Delay after the last key press before the text is parsed: a megabyte takes a while. */
const PAUSE_MS = 150;

/** State of an editor. It follows the stored object until the user edits the text. */
export function useDraft(live: KubeObject | undefined, initial: JsonObject): Draft {
  const [edited, setEdited] = useState<Edited | undefined>(undefined);
  const fresh = useMemo(() => toEdited(live, initial), [live, initial]);
  const current = edited ?? fresh;
  useEffect(() => {
    if (edited === undefined || edited.syntaxError !== READING) {
      return undefined;
    }
    const timer = setTimeout(() => setEdited({ ...edited, ...readText(edited.text, edited.object) }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [edited]);
  return {
    ...current,
    syntaxError: current.syntaxError === READING ? undefined : current.syntaxError,
    isChanged: edited !== undefined,
    isStale: edited?.base !== undefined && edited.base.metadata.resourceVersion !== live?.metadata.resourceVersion,
    setText: (text) =>
      setEdited(text === toEdited(current.base, initial).text ? undefined : { ...current, text, syntaxError: READING }),
    setObject: (object) => setEdited({ base: current.base, object, text: printYaml(object), syntaxError: undefined }),
    reset: () => setEdited(undefined),
  };
}

/** Placeholder of the syntax error while the text is not parsed yet. */
const READING = "…";

function toEdited(base: KubeObject | undefined, initial: JsonObject): Edited {
  const object = base === undefined ? initial : withoutServerFields(base);
  return { base, object, text: printYaml(object), syntaxError: undefined };
}

function readText(text: string, before: JsonObject): Pick<Edited, "object" | "syntaxError"> {
  try {
    const { value } = parseYaml(text);
    return isJsonObject(value)
      ? { object: value, syntaxError: undefined }
      : { object: before, syntaxError: "an object is a map with apiVersion, kind and metadata" };
  } catch (error) {
    return { object: before, syntaxError: error instanceof Error ? error.message : String(error) };
  }
}

/** Parses the draft's text at once, for a key that sends it before the delay is over. */
export function readNow(draft: Draft): Pick<Edited, "object" | "syntaxError"> {
  return readText(draft.text, draft.object);
}
